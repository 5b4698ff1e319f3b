import type {
  DayHours,
  DeclaredDevice,
  DeclaredEvent,
  DeclaredPassage,
  DeclaredPeriod,
  DeclaredZone,
  SiteDeclaration,
} from '@atrium/domain/setup/site-files';
import { formatOpeningDays, type OpeningHours } from '@atrium/domain/sites';
import type { DeviceState, EventState, PassageState, SiteState, ZoneState } from '../../../sites/stored/index.ts';
import { isRemoved } from '../compare-states.ts';
import { formatTag, writeInstant, writeMeter } from '../format/fields.ts';

/**
 * Returns a stored site as screens edit it, or null if there is none with that key. Includes removed zones and
 * passages: histories may refer to them, and their keys are taken. Leaves out removed devices and events.
 */
export function toDeclaration(state: SiteState, key: string): SiteDeclaration | null {
  const site = state.installation.get(key);
  if (site === undefined || isRemoved(site)) return null;
  const { timezone } = site;
  const mine = <Value extends { readonly installation: string }>(values: Iterable<Value>) =>
    [...values].filter((value) => value.installation === key);
  const { openingHours, closedDates, creationDate, removedAt: _removedAt, tags: _tags, tariffs, ...plain } = site;
  const byOrder = (left: { order: number }, right: { order: number }) => left.order - right.order;
  return {
    ...plain,
    openingHours: daysOf(openingHours),
    startsAnew: openingHours.reset,
    closedDates,
    tariffs: tariffs.map(({ lowHours, ...tariff }) => ({
      ...tariff,
      lowHours: daysOf({ spans: lowHours, reset: false }),
    })),
    creationDate: writeInstant(creationDate, timezone),
    zones: mine(state.zone.values())
      .sort(byOrder)
      .map((zone) => zoneOf(zone, timezone)),
    passages: mine(state.passage.values())
      .sort(byOrder)
      .map((passage) => passageOf(passage, timezone)),
    devices: mine(state.device.values())
      .filter((device) => !isRemoved(device))
      .map((device) => deviceOf(device, timezone)),
    events: mine(state.event.values())
      .filter((event) => !isRemoved(event))
      .map(eventOf),
  };
}

const daysOf = (hours: OpeningHours): DayHours[] =>
  formatOpeningDays(hours).flatMap((texts, index) => (texts.length === 0 ? [] : [{ day: index + 1, hours: texts }]));

const periodOf = (
  { validFrom, validTo }: { validFrom: number | null; validTo: number | null },
  timezone: string,
): DeclaredPeriod => ({ validFrom: writeInstant(validFrom, timezone), validTo: writeInstant(validTo, timezone) });

function zoneOf(zone: ZoneState, timezone: string): DeclaredZone {
  const { key, name, area, limit, queueLength, isDisabled, tags, parents, removedAt } = zone;
  return {
    key,
    name,
    area,
    limit,
    queueLength,
    disabled: isDisabled,
    tags: tags.map(formatTag),
    parents,
    removedAt: writeInstant(removedAt, timezone),
  };
}

function passageOf({ key, name, footfallOf, ends, removedAt }: PassageState, timezone: string): DeclaredPassage {
  return {
    key,
    name,
    footfallOf,
    ends: ends.map((one) => ({
      from: one.from ?? 'outside',
      to: one.to ?? 'outside',
      ...periodOf(one, timezone),
    })),
    removedAt: writeInstant(removedAt, timezone),
  };
}

const noMeter = {
  metric: null,
  origin: null,
  destination: null,
  use: null,
  type: null,
  temperature: null,
  rollover: null,
  sends: null,
  main: null,
};

function deviceOf(device: DeviceState, timezone: string): DeclaredDevice {
  const {
    serial,
    name,
    kind,
    interval,
    reportsZero,
    meter,
    members,
    installedAt,
    removedAt,
    placements,
    installation,
  } = device;
  return {
    serial,
    name,
    kind,
    interval,
    reportsZero,
    ...noMeter,
    ...writeMeter(meter),
    members: members.map((member) => ({
      serial: member.serial,
      factor: member.factor,
      ...periodOf(member, timezone),
    })),
    installedAt: writeInstant(installedAt, timezone),
    removedAt: writeInstant(removedAt, timezone),
    placements: placements.map((one) => ({
      installation: one.installation === installation ? null : one.installation,
      passage: 'passage' in one.at ? one.at.passage : null,
      zone: 'zone' in one.at ? one.at.zone : null,
      ...periodOf(one, timezone),
    })),
  };
}

const eventOf = ({ name, neverEnding, dateBegin, dateEnd, metrics, stopngoLimit }: EventState): DeclaredEvent => ({
  name,
  neverEnding,
  dateBegin,
  dateEnd,
  metrics,
  limit: stopngoLimit,
  removedAt: null,
});
