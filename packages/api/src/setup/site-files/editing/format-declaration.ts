import type { Weekday } from '@atrium/domain/core';
import type {
  DeclaredDevice,
  DeclaredEvent,
  DeclaredPassage,
  DeclaredTariff,
  DeclaredZone,
  SiteDeclaration,
} from '@atrium/domain/setup/site-files';
import { type MeterWord, meterMetrics } from '@atrium/domain/setup/site-files';
import { getDayName } from '@atrium/domain/sites';

/**
 * Writes a site file that declares only this site, on one line. JSON is valid YAML, so changes on screen follow the
 * rules of site files. Leaves out `knownTags` (as `category/tag`), since declaring them would move them in their tree.
 */
export function formatDeclaration(organization: string, site: SiteDeclaration, knownTags: ReadonlySet<string>): string {
  const { openingHours, startsAnew, creationDate, passages, devices, events, zones, ...rest } = site;
  // Clients that do not know tariffs leave them as they are.
  const { tariffs = null, ...plain } = rest as Omit<typeof rest, 'tariffs'> & Partial<Pick<typeof rest, 'tariffs'>>;
  const week = weekOf(openingHours);
  const isAlways = openingHours.length === 0;
  return JSON.stringify({
    organization: { name: organization },
    tags: tagsOf(zones, knownTags),
    installations: [
      {
        ...plain,
        openingHours: isAlways && !startsAnew ? 'always' : { ...week, ...(startsAnew && { reset: true }) },
        ...said({ creationDate }),
        ...(tariffs !== null && { tariffs: tariffs.map(tariffOf) }),
        zones: zones.map(({ removedAt, ...zone }) => ({ ...zone, ...said({ removedAt }) })),
        passages: passages.map(passageOf),
        devices: devices.map(deviceOf),
        events: events.map(eventOf),
      },
    ],
  });
}

const weekOf = (days: SiteDeclaration['openingHours']) =>
  Object.fromEntries(days.map(({ day, hours }) => [getDayName(day as Weekday), hours]));

const tariffOf = ({ lowHours, ...tariff }: DeclaredTariff) => ({
  ...tariff,
  ...(lowHours.length > 0 && { lowHours: weekOf(lowHours) }),
});

/** Declares the zones' new tags too, so that a screen can add some. */
function tagsOf(
  zones: readonly DeclaredZone[],
  known: ReadonlySet<string>,
): Readonly<Record<string, readonly string[]>> {
  const added = new Set(zones.flatMap(({ tags }) => tags).filter((path) => !known.has(path)));
  const paths = [...added].map((path) => path.split('/'));
  const named = paths.flatMap(([category = '', ...tag]) =>
    category.trim() === '' || tag.join('/').trim() === '' ? [] : [{ category, tag: tag.join('/') }],
  );
  const byCategory = Map.groupBy(named, ({ category }) => category);
  return Object.fromEntries([...byCategory].map(([category, all]) => [category, all.map(({ tag }) => tag)]));
}

/** Leaves out nulls: in site files, dates are left out rather than null. */
const said = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

function passageOf({ key, name, footfallOf, ends, removedAt }: DeclaredPassage) {
  const joined = footfallOf == null ? { ends: ends.map(said) } : {};
  return { key, name, footfallOf, ...joined, ...said({ removedAt }) };
}

function deviceOf(device: DeclaredDevice) {
  const { serial, name, kind, interval, reportsZero, members, installedAt, removedAt, placements, ...meter } = device;
  const { metric, ...rest } = meter;
  return {
    serial,
    name,
    kind,
    interval,
    reportsZero,
    ...(kind === 'meter' && { ...said({ metric }), ...said(rest), ...wordsOf(device), rollover: rest.rollover }),
    ...said({ installedAt, removedAt }),
    placements: placements.map(said),
    // Clients that know no virtual devices leave them as they are.
    ...(members == null ? {} : { members: members.map(said) }),
  };
}

/** The metric's descriptors, also where null: that clears the stored value. */
function wordsOf(device: DeclaredDevice) {
  const known = Object.keys(meterMetrics[device.metric ?? ''] ?? {}) as readonly MeterWord[];
  return Object.fromEntries(known.map((word) => [word, device[word]]));
}

function eventOf({ name, neverEnding, dateBegin, dateEnd, metrics, limit, removedAt }: DeclaredEvent) {
  const when = neverEnding ? { neverEnding } : { neverEnding, ...said({ dateBegin, dateEnd }) };
  return { name, ...when, metrics, stopngo: limit == null ? null : { limit }, ...said({ removedAt }) };
}
