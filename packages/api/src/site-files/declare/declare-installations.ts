import { instantOfWall, wallOf } from '@atrium/domain/core';
import { instantOf } from '@atrium/domain/site-files';
import type { InstallationState } from '../../sites/stored/index.ts';
import type { DeclaredInstallation, SiteFile } from '../format/site-file.ts';
import { declareDevices, pruneDevices } from './declare-devices.ts';
import { declareEvents } from './declare-events.ts';
import { declarePassages } from './declare-passages.ts';
import { declareZones } from './declare-zones.ts';
import { type Declaring, keep, maybeInstantOf } from './declaring.ts';

/** First selectable date of a site without a creation date, since its history may be imported later. */
const unknownCreation = '2016-01-01';

/**
 * Declares all sites first, then their content, since users, placements and parents may refer to later parts of the
 * file.
 */
export function declareInstallations(file: SiteFile, declaring: Declaring): void {
  const pairs = (file.installations ?? []).map((declared) => ({
    declared,
    site: declareInstallation(declared, declaring),
  }));
  if (declaring.prune) {
    for (const [key, stored] of declaring.current.installation) {
      if (!declaring.isDeclared('installation', key) && stored.removedAt === null) {
        declaring.next.installation.set(key, { ...stored, removedAt: declaring.now });
      }
    }
  }
  for (const { declared, site } of pairs) declareZones(declared, site, declaring);
  for (const { declared, site } of pairs) declarePassages(declared, site, declaring);
  for (const { declared, site } of pairs) declareDevices(declared, site, declaring);
  pruneDevices(declaring);
  for (const { declared, site } of pairs) declareEvents(declared, site, declaring);
}

function declareInstallation(declared: DeclaredInstallation, declaring: Declaring): InstallationState {
  const stored = declaring.stored('installation', declared.key);
  if (stored === undefined) {
    for (const field of ['name', 'timezone'] as const) {
      if (declared[field] === undefined)
        declaring.problem(declared, '', `the new installation ${declared.key} needs the field "${field}"`);
    }
  }
  const timezone = keep(declared.timezone, stored?.timezone, 'UTC');
  const creationDate = declared.creationDate === undefined ? undefined : instantOf(declared.creationDate, timezone);
  const site: InstallationState = {
    key: declared.key,
    name: keep(declared.name, stored?.name, declared.key),
    address: keep(declared.address, stored?.address, null),
    city: keep(declared.city, stored?.city, null),
    country: keep(declared.country, stored?.country, null),
    timezone,
    changeOfDay: keep(declared.changeOfDay, stored?.changeOfDay, '00:00'),
    openingHours: keep(declared.openingHours, stored?.openingHours, { spans: [], reset: false }),
    closedDates:
      declared.closedDates === undefined ? (stored?.closedDates ?? []) : [...new Set(declared.closedDates)].sort(),
    area: keep(declared.area, stored?.area, null),
    currency: keep(declared.currency, stored?.currency, null),
    shopId: keep(declared.shopId, stored?.shopId, null),
    latitude: keep(declared.latitude, stored?.latitude, null),
    longitude: keep(declared.longitude, stored?.longitude, null),
    creationDate: keep(creationDate, stored?.creationDate, instantOfWall(timezone, wallOf(unknownCreation, 0))),
    removedAt: maybeInstantOf(declared.removedAt, timezone),
  };
  declaring.declare('installation', site, declared, 'key', `the installation ${declared.key}`);
  return site;
}
