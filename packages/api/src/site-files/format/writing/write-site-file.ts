import type { Instant } from '@atrium/domain/core';
import type {
  DeviceState,
  EventState,
  InstallationState,
  PassageState,
  PlacementState,
  SiteState,
  UserState,
} from '../../../sites/stored/index.ts';
import { isRemoved } from '../../compare-states.ts';
import { type Fields, omitEmpty, writeInstant } from '../fields.ts';
import { writeOpeningHours } from '../opening-hours.ts';
import { writeRights } from '../rights.ts';
import { formatYaml } from './format-yaml.ts';
import { writeAlerts, writeRecipientLists } from './write-alerts.ts';
import { writeDashboards, writeNavigation } from './write-dashboards.ts';
import { writeMapViews } from './write-map-views.ts';
import { writeMeter } from './write-meter.ts';
import { writeZones } from './write-zones.ts';

/**
 * Writes the file that reproduces this state in an empty store, and changes nothing in this one. Leaves out removed
 * records, except sites, zones and passages in the history of devices in service.
 */
export function writeSiteFile(state: SiteState): string {
  const organization = state.organization.get('');
  if (organization === undefined) throw new Error('there is no organization to write');
  const { name, address, embedOrigins, colours, factors, bands, migrationDeadline, keepReadings } = organization;
  const installations = [...state.installation.values()]
    .filter((site) => !isRemoved(site) || isSiteNamed(site.key, state))
    .map((site) => writeInstallation(site, state));
  const content = omitEmpty({
    organization: omitEmpty({
      name,
      address,
      embedOrigins,
      migrationDeadline: writeInstant(migrationDeadline, 'UTC'),
      keepReadings,
    }),
    colours: { ...colours },
    ...(factors.length === 0 ? {} : { factors: factors.map((factor) => omitEmpty({ ...factor })) }),
    ...(bands.length === 0 ? {} : { bands: bands.map(({ band, ...rest }) => ({ ...omitEmpty(rest), ...band })) }),
    tags: writeTags(state),
    profiles: [...state.profile.values()].map((profile) => ({
      name: profile.name,
      rights: writeRights(profile.rights),
    })),
    users: [...state.user.values()].map((user) => ({
      ...writeUser(user),
      ...writeNavigation(state.navigation.get(user.email)),
    })),
    installations,
    mapViews: writeMapViews(state),
    dashboards: writeDashboards(state),
    recipientLists: writeRecipientLists(state),
  });
  const header = ` The sites of ${name}. Change what is here and apply it again: atrium site apply <this file>`;
  return formatYaml(content, header);
}

function inService<Value extends object>(values: Iterable<Value>): Value[] {
  return [...values].filter((value) => !isRemoved(value));
}

function writeTags(state: SiteState): Fields {
  return Object.fromEntries(
    [...state.tagCategory.values()].map(({ name }) => [
      name,
      [...state.tag.values()].filter((tag) => tag.category === name).map((tag) => tag.name),
    ]),
  );
}

function writeUser({ email, profile, role, language, firstName, lastName, sites }: UserState): Fields {
  return {
    ...omitEmpty({ email, profile, role, language }),
    ...(firstName === '' ? {} : { firstName }),
    ...(lastName === '' ? {} : { lastName }),
    ...(sites === null ? {} : { sites }),
  };
}

function writeInstallation(site: InstallationState, state: SiteState): Fields {
  const { openingHours, creationDate, removedAt, ...plain } = site;
  const mine = <Value extends { readonly installation: string }>(values: Iterable<Value>) =>
    [...values].filter((value) => value.installation === site.key);
  const devices = inService(mine(state.device.values()));
  const passages = mine(state.passage.values()).filter((passage) => !isRemoved(passage) || isNamed(passage, state));
  return omitEmpty({
    ...plain,
    openingHours: writeOpeningHours(openingHours),
    creationDate: writeInstant(creationDate, site.timezone),
    removedAt: writeInstant(removedAt, site.timezone),
    zones: writeZones(mine(state.zone.values()), passages, devicesAnywhere(site.key, state), site.timezone),
    passages: [...passages].sort((a, b) => a.order - b.order).map((passage) => writePassage(passage, site.timezone)),
    devices: devices.map((device) => writeDevice(device, site)),
    events: inService(mine(state.event.values())).map(writeEvent),
    alerts: writeAlerts(mine(state.alert.values()), state),
  });
}

const devicesAnywhere = (installation: string, state: SiteState): PlacementState[] =>
  inService(state.device.values()).flatMap(({ placements }) =>
    placements.filter((placement) => placement.installation === installation),
  );

/** Whether a device in service was ever installed at the site, or a user is limited to it. */
function isSiteNamed(key: string, state: SiteState): boolean {
  return (
    devicesAnywhere(key, state).length > 0 ||
    [...state.user.values()].some(({ sites }) => sites?.includes(key) ?? false)
  );
}

function isNamed(passage: PassageState, state: SiteState): boolean {
  return devicesAnywhere(passage.installation, state).some(({ at }) => 'passage' in at && at.passage === passage.key);
}

const writeValidity = (
  { validFrom, validTo }: { validFrom: Instant | null; validTo: Instant | null },
  timezone: string,
) => omitEmpty({ validFrom: writeInstant(validFrom, timezone), validTo: writeInstant(validTo, timezone) });

function writePassage({ key, name, footfallOf, ends, removedAt }: PassageState, timezone: string): Fields {
  const periods = ends.map((period) => ({
    from: period.from ?? 'outside',
    to: period.to ?? 'outside',
    ...writeValidity(period, timezone),
  }));
  const joined = footfallOf === null ? (periods.length === 1 ? periods[0] : { ends: periods }) : {};
  return { key, name, ...joined, ...omitEmpty({ footfallOf, removedAt: writeInstant(removedAt, timezone) }) };
}

function writeDevice(device: DeviceState, site: InstallationState): Fields {
  const { serial, kind, name, interval, reportsZero, meter, installedAt, removedAt, placements } = device;
  const hung = placements.map((placement) => ({
    ...(placement.installation === site.key ? {} : { installation: placement.installation }),
    ...placement.at,
    ...writeValidity(placement, site.timezone),
  }));
  const [only] = placements;
  const short = placements.length === 1 && only?.installation === site.key;
  return {
    serial,
    kind,
    name,
    ...(short ? hung[0] : { placements: hung }),
    interval,
    ...(reportsZero ? {} : { reportsZero }),
    ...writeMeter(meter),
    ...omitEmpty({
      installedAt: writeInstant(installedAt, site.timezone),
      removedAt: writeInstant(removedAt, site.timezone),
    }),
  };
}

function writeEvent({ name, neverEnding, dateBegin, dateEnd, metrics, stopngoLimit }: EventState): Fields {
  const when = neverEnding ? { neverEnding } : { dateBegin, dateEnd };
  return {
    name,
    ...when,
    metrics: [...metrics],
    ...(stopngoLimit === null ? {} : { stopngo: { limit: stopngoLimit } }),
  };
}
