import { type LocalDate, toSiteDay } from '@atrium/domain/core';
import type { TestReading } from '../readings/index.ts';
import { countUpTo } from './in-order.oracle.ts';
import type { Moment } from './moments.oracle.ts';
import type { Kind } from './reporting.oracle.ts';
import {
  type Count,
  type CountSource,
  type Part,
  parseSplit,
  type SoldReceipt,
  type Watch,
  type World,
} from './world.oracle.ts';

/** The known content of a base interval. */
export type Known =
  /** For durations also each reading with its visits. */
  | { readonly sum: number; readonly visits?: readonly (readonly [value: number, visits: number])[] }
  /** One value per minute. */
  | { readonly values: readonly number[] }
  /** One pair per minute: numerator and denominator. */
  | { readonly pairs: readonly (readonly [number, number])[] }
  | { readonly byDevice: ReadonlyMap<number, readonly number[]> }
  | { readonly codes: ReadonlyMap<number, readonly number[]> }
  | { readonly visitors: ReadonlySet<string> };

export interface Measured {
  readonly known: Known | null;
  readonly partial: boolean;
  readonly closed: boolean;
  /** Whether all of it is known so far. */
  readonly whole: boolean;
  /** Whether any device was installed to report it. */
  readonly there: boolean;
  /** Unsupported descriptors, if they are the reason why it is unknown. */
  readonly notTold?: readonly string[] | null;
  /** The devices it is read from. */
  readonly watches?: readonly Watch[];
}

/** Requested values by descriptor key. */
export type WantedValues = Readonly<Record<string, readonly string[]>>;

/** `asked` is the whole requested time, of which `moments` may be a part. */
export type Measure = (
  world: World,
  part: Part,
  moments: readonly Moment[],
  wanted: WantedValues,
  asked: readonly Moment[],
) => Measured[];

type Found = (moment: Moment, isHeard: boolean) => Known | null;

/** Counts by moment, and descriptors the sensors do not report. */
interface Counted {
  readonly find: Found;
  readonly notToldIn: (moment: Moment) => readonly string[] | null;
  /** Whether some people of the moment were classified and others not. */
  readonly isPart: (moment: Moment) => boolean;
}

/** An interval is partial if a device was silent in its minutes, nothing is known, or it is not over. */
export function measured(
  world: World,
  watches: readonly Watch[],
  kind: Kind,
  moments: readonly Moment[],
  find: Found,
): Measured[] {
  return moments.map((moment): Measured => {
    const { owed, heard } = world.coverage(watches, moment.minutes, kind);
    const closed = moment.minutes.length === 0;
    const known = closed ? null : find(moment, heard > 0);
    const there = moment.minutes.some((at) =>
      watches.some(({ device, counts: isCounted }) => at >= device.installedAt && isCounted(at)),
    );
    const whole = known !== null && heard >= owed;
    return { known, partial: !whole || moment.to > world.now, closed, whole, there, watches };
  });
}

/** Returns the readings that begin in a requested minute. The list is in order of time. */
export function within<One extends { readonly at: number }>(
  list: readonly One[],
  { from, to, minutes }: Moment,
): One[] {
  const asked = new Set(minutes);
  return list
    .slice(countUpTo(list, from - 1), countUpTo(list, to - 1))
    .filter(({ at }) => asked.has(at - (at % 60_000)));
}

export const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

export function matches(split: Readonly<Record<string, string>>, wanted: WantedValues): boolean {
  return Object.entries(wanted).every(([key, values]) => values.includes(split[key] ?? ''));
}

/**
 * Counts people by descriptor. Unknown if the sensors never reported the requested descriptors, ever or in the
 * requested time. Otherwise unknown only in intervals where people were counted and none was classified.
 */
function counted(
  world: World,
  tellers: readonly CountSource[],
  counts: readonly Count[],
  wanted: WantedValues,
  asked: readonly Moment[],
): Counted {
  const keys = Object.keys(wanted).sort();
  const all = asked.flatMap((moment) => within(counts, moment));
  const never = world.neverTold(tellers, keys);
  const isNeverTold =
    all.every(({ split }) => split === null) && (never !== null || all.some(({ people }) => people > 0));
  const isUntold = (here: readonly Count[]) => here.some(({ split, people }) => split === null && people > 0);
  return {
    find: (moment, isHeard) => {
      const here = within(counts, moment);
      if (isNeverTold || (here.length === 0 && !isHeard)) return null;
      const told = here.filter(({ split }) => split !== null);
      if (told.length === 0 && isUntold(here)) return null;
      const matching = told.filter(({ split }) => matches(split ?? {}, wanted));
      return { sum: total(matching.map(({ people }) => people)) };
    },
    notToldIn: (moment) => {
      if (isNeverTold && never !== null) return never;
      const here = within(counts, moment);
      return (isNeverTold && here.length > 0) || isUntold(here) ? keys : null;
    },
    isPart: (moment) => isUntold(within(counts, moment)),
  };
}

function measuredCounts(
  world: World,
  watches: readonly Watch[],
  moments: readonly Moment[],
  { find, notToldIn, isPart }: Counted,
): Measured[] {
  return measured(world, watches, 'flow', moments, find).map((one, index): Measured => {
    const moment = moments[index] as Moment;
    if (one.known === null) return { ...one, notTold: notToldIn(moment) };
    return isPart(moment) ? { ...one, partial: true, whole: false } : one;
  });
}

/** Entries or exits, optionally of some genders. */
export const flow =
  (side: 'in' | 'out', genders?: readonly string[]): Measure =>
  (world, part, moments, wanted, asked) => {
    const all = genders === undefined ? wanted : { ...wanted, gender: genders };
    const counts = world.crossings(part, side, Object.keys(all));
    const found = counted(world, world.tellers(part, side), counts, all, asked);
    return measuredCounts(world, world.counters(part, 'boundary'), moments, found);
  };

export const passersBy: Measure = (world, part, moments, wanted, asked) => {
  const counts = world.passersBy(part, Object.keys(wanted));
  const found = counted(world, world.tellers(part, 'front'), counts, wanted, asked);
  return measuredCounts(world, world.counters(part, 'front'), moments, found);
};

/**
 * Entries where sensors report the metric: into each zone with such a sensor, and through each door with one. A person
 * who moves on to another such place counts there too.
 */
export const entriesWhere =
  (metric: string): Measure =>
  (world, part, moments, wanted, asked) => {
    const keys = Object.keys(wanted);
    const places = findReportingPlaces(world, part, metric);
    const counts = places.flatMap((place) =>
      world.crossings(place.part, 'in', keys).filter(({ at }) => at >= place.since),
    );
    const sorted = counts.sort((left, right) => left.at - right.at);
    const tellers = places.flatMap((place) => world.tellers(place.part, 'in'));
    return measuredCounts(
      world,
      findReportingDoors(world, part, metric),
      moments,
      counted(world, tellers, sorted, wanted, asked),
    );
  };

/** Returns the counters at the doors of those places. */
export function findReportingDoors(world: World, part: Part, metric: string): Watch[] {
  const doors = findReportingPlaces(world, part, metric).flatMap(({ part: place, since }) =>
    world.counters(place, 'boundary').map((watch) => ({ watch, since })),
  );
  return [...Map.groupBy(doors, ({ watch }) => watch.device)].map(
    ([device, all]): Watch => ({
      device,
      voice: null,
      counts: (at) => all.some(({ watch, since }) => at >= since && watch.counts(at)),
    }),
  );
}

function findReportingPlaces(
  world: World,
  part: Part,
  metric: string,
): readonly { readonly part: Part; readonly since: number }[] {
  const { site } = world;
  const speakers = world.speakersOf(metric);
  const since = (devices: readonly { readonly installedAt: number }[]) =>
    Math.min(...devices.map(({ installedAt }) => installedAt));
  const inZones = site.zones.flatMap(({ id }) => {
    const own = site.devices.filter(
      (device) => speakers.includes(device) && device.placements.some(({ at }) => 'zoneId' in at && at.zoneId === id),
    );
    const isPlace = own.length > 0 && world.isIn(id, part.zones);
    return isPlace ? [{ part: { ...part, zones: [id] }, since: since(own) }] : [];
  });
  const atDoors = site.passages.flatMap(({ id }) => {
    const own = site.devices.filter(
      (device) =>
        speakers.includes(device) && device.placements.some(({ at }) => 'passageId' in at && at.passageId === id),
    );
    const isPlace = own.length > 0 && (part.passages?.includes(id) ?? true);
    return isPlace ? [{ part: { ...part, passages: [id] }, since: since(own) }] : [];
  });
  return [...inZones, ...atDoors];
}

/** Whether all doors of a zone, at any time, lead to its parent zones. */
function opensToParents(world: World, id: number, parents: readonly number[]): boolean {
  return world.site.passages
    .flatMap(({ ends }) => ends)
    .every(({ fromZoneId, toZoneId }) => {
      const sides = [fromZoneId, toZoneId];
      const beyond = sides.filter((side) => !world.isIn(side, [id]));
      return beyond.length !== 1 || parents.includes(beyond[0] ?? 0);
    });
}

/**
 * Passers-by. A zone without counters in front uses the entries of its parent zones, if all its doors lead to them.
 * Unknown for an area with other unwatched zones.
 */
export const passersByOrEntries: Measure = (world, part, moments, wanted, asked) => {
  const { site } = world;
  const outer = site.zones.filter(({ id }) => isOutermost(world, part, id));
  const watched = outer.filter(({ id }) => site.passages.some(({ footfallOf }) => footfallOf === id));
  const others = outer.filter((zone) => !watched.includes(zone));
  const parents = others.flatMap((zone) => zone.parentIds);
  if (others.some((zone) => zone.parentIds.length === 0 || !opensToParents(world, zone.id, zone.parentIds)))
    return measuredCounts(world, [], moments, counted(world, [], [], wanted, asked));
  const [fronts, around] = [
    { ...part, zones: watched.map(({ id }): number => id) },
    { ...part, zones: parents.map((id): number => id) },
  ];
  const keys = Object.keys(wanted);
  const all = [...world.passersBy(fronts, keys), ...world.crossings(around, 'in', keys)];
  const counts = all.sort((left, right) => left.at - right.at);
  const doors = [...world.counters(fronts, 'front'), ...world.counters(around, 'boundary')];
  // A counter in both roles counts once.
  const watches = Map.groupBy(doors, ({ device }) => device);
  const each = [...watches].map(
    ([device, all]): Watch => ({ device, voice: null, counts: (at) => all.some(({ counts }) => counts(at)) }),
  );
  const tellers = [...world.tellers(fronts, 'front'), ...world.tellers(around, 'in')];
  return measuredCounts(world, each, moments, counted(world, tellers, counts, wanted, asked));
};

/** Whether a zone of the part is in no other zone of it. */
export function isOutermost(world: World, { zones }: Part, id: number): boolean {
  return zones.includes(id) && !zones.some((other) => other !== id && world.isIn(id, [other]));
}

/** Entries of the top zones that contain the part. */
export const topEntries: Measure = (world, part, moments, wanted, asked) => {
  const tops = world.site.zones.filter(
    (zone) => zone.parentIds.length === 0 && part.zones.some((id) => world.isIn(id, [zone.id])),
  );
  return flow('in')(world, { ...part, zones: tops.map(({ id }): number => id) }, moments, wanted, asked);
};

/** Sums over receipts: known where there are any, and on open days whose receipts are complete. */
export const sold =
  (amount: (receipt: SoldReceipt) => number): Measure =>
  (world, part, moments) => {
    const { site, beside } = world;
    const tops = site.zones.filter(({ parentIds }) => parentIds.length === 0);
    const isWhole = tops.every(({ id }) => part.zones.includes(id));
    const told = beside.receipts.map((receipt) => ({ ...receipt, at: receipt.soldAt }));
    const receipts = told.sort((left, right) => left.at - right.at);
    const { spans } = site.openingHours;
    const isOpen = (day: LocalDate) =>
      !site.closedDates.includes(day) &&
      (spans.length === 0 || spans.some(({ begin }) => begin[0] === (new Date(`${day}T00:00Z`).getUTCDay() || 7)));
    return moments.map((moment): Measured => {
      const closed = moment.minutes.length === 0;
      if (!isWhole) return { known: null, partial: true, closed, whole: false, there: !closed };
      const past = moment.minutes.filter((at) => at < world.now);
      const days = past.map((at) => toSiteDay(site, at)).filter(isOpen);
      const covered = days.filter((day) => beside.soldDays.includes(day));
      const here = within(receipts, moment);
      const known = here.length > 0 || covered.length > 0 ? { sum: total(here.map(amount)) } : null;
      const whole = known !== null && covered.length >= days.length;
      const partial = !whole || moment.to > world.now;
      return { known: closed ? null : known, partial, closed, whole: whole && !closed, there: !closed };
    });
  };

/** Counts reported by sensors inside the part. */
export const counts =
  (metric: string, amount: (reading: TestReading) => number = ({ value }) => value): Measure =>
  (world, part, moments, wanted) => {
    const { sensors, readings } = world.once(['counts', metric, part, wanted], () => {
      const found = metric.startsWith('uwb') ? world.nearest(part, [metric]) : world.within(part, metric);
      return { sensors: found, readings: sent(world, found, metric).filter((one) => matches(parseSplit(one), wanted)) };
    });
    return measured(world, sensors, 'flow', moments, (moment, isHeard) =>
      isHeard ? { sum: total(within(readings, moment).map(amount)) } : null,
    );
  };

/** Durations summed over visits, with each reading. */
export const durations =
  (metric: string): Measure =>
  (world, part, moments, wanted, asked) => {
    const { sensors, readings } = world.once(['durations', metric, part, wanted], () => {
      const found = metric.startsWith('uwb') ? world.nearest(part, [metric]) : world.within(part, metric);
      return { sensors: found, readings: sent(world, found, metric).filter((one) => matches(parseSplit(one), wanted)) };
    });
    const summed = counts(metric, ({ value, weight }) => value * (weight ?? 1))(world, part, moments, wanted, asked);
    const told = measured(world, sensors, 'flow', moments, (moment, isHeard) =>
      isHeard ? { sum: 0, visits: within(readings, moment).map(({ value, weight }) => [value, weight ?? 1]) } : null,
    );
    return summed.map((one, index) => {
      const known = told[index]?.known ?? null;
      return one.known === null || known === null ? one : { ...one, known: { ...known, ...one.known } };
    });
  };

export const visitors: Measure = (world, part, moments) => {
  const { sensors, readings } = world.once(['visitors', part], () => {
    const found = world.within(part, 'uniqueVisitors');
    return { sensors: found, readings: sent(world, found, 'uniqueVisitors') };
  });
  return measured(world, sensors, 'flow', moments, (moment, isHeard) =>
    isHeard ? { visitors: new Set(within(readings, moment).map(({ visitor }) => visitor ?? '')) } : null,
  );
};

/** Returns the readings of a metric that the devices sent while they counted, oldest first. */
export function sent(world: World, watches: readonly Watch[], metric: string): readonly TestReading[] {
  const all = world.once(['sent', metric], () => world.readings.filter((one) => one.metric === metric));
  return all.filter((one) =>
    watches.some(({ device, counts: isCounted }) => device.id === one.device && isCounted(one.at)),
  );
}
