import { dateToWall, wallToInstant } from '@atrium/domain/core';
import { parseDeclaredTime } from '@atrium/domain/site-files';
import type { InstallationState } from '../../sites/stored/index.ts';
import type { DeclaredInstallation, SiteFile } from '../format/site-file.ts';
import { declareDevices, pruneDevices } from './declare-devices.ts';
import { declareEvents } from './declare-events.ts';
import { declarePassages } from './declare-passages.ts';
import { declareZones } from './declare-zones.ts';
import { type Declaring, firstDefined, parseOptionalInstant } from './declaring.ts';

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
  const timezone = firstDefined(declared.timezone, stored?.timezone, 'UTC');
  const creationDate =
    declared.creationDate === undefined ? undefined : parseDeclaredTime(declared.creationDate, timezone);
  const site: InstallationState = {
    key: declared.key,
    name: firstDefined(declared.name, stored?.name, declared.key),
    address: firstDefined(declared.address, stored?.address, null),
    city: firstDefined(declared.city, stored?.city, null),
    country: firstDefined(declared.country, stored?.country, null),
    timezone,
    changeOfDay: firstDefined(declared.changeOfDay, stored?.changeOfDay, '00:00'),
    openingHours: firstDefined(declared.openingHours, stored?.openingHours, { spans: [], reset: false }),
    closedDates:
      declared.closedDates === undefined ? (stored?.closedDates ?? []) : [...new Set(declared.closedDates)].sort(),
    area: firstDefined(declared.area, stored?.area, null),
    currency: firstDefined(declared.currency, stored?.currency, null),
    shopId: firstDefined(declared.shopId, stored?.shopId, null),
    latitude: firstDefined(declared.latitude, stored?.latitude, null),
    longitude: firstDefined(declared.longitude, stored?.longitude, null),
    creationDate: firstDefined(
      creationDate,
      stored?.creationDate,
      wallToInstant(timezone, dateToWall(unknownCreation, 0)),
    ),
    removedAt: parseOptionalInstant(declared.removedAt, timezone),
  };
  declaring.declare('installation', site, declared, 'key', `the installation ${declared.key}`);
  return site;
}
