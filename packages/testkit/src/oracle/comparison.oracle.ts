import {
  addDays,
  type Granularity,
  type Instant,
  instantToWall,
  type LocalDate,
  startOfSiteDay,
  toSiteDay,
} from '@atrium/domain/core';
import type { CompareMode } from '@atrium/domain/numbers';
import { catalogue, type MetricDefinition } from './catalogue.oracle.ts';
import {
  type ComparedPair,
  type ComparedSides,
  compareParts,
  computeEarlierVisitors,
  missing,
  noInterval,
  type PartTimes,
} from './compared-parts.oracle.ts';
import * as measure from './measures.oracle.ts';
import { type AskedTime, buildMoments, formatDateLabel, type Moment } from './moments.oracle.ts';
import { everCounts, widenToReadings } from './reported-width.oracle.ts';
import type { Kind } from './reporting.oracle.ts';
import { minute, type Part, type Watch, World } from './world.oracle.ts';

/** Compared metrics with their folds. */
export const comparedMetrics: Readonly<Record<string, string>> = {
  affluenceIn: 'SUM',
  affluenceOut: 'SUM',
  affluenceInCorrected: 'SUM',
  footfallCaptureRate: 'AVERAGE',
  captureRate: 'AVERAGE',
  inside: 'AVERAGE',
  insideCorrected: 'AVERAGE',
  occupancy: 'AVERAGE',
  density: 'AVERAGE',
  reverseDensity: 'AVERAGE',
  linearDensity: 'AVERAGE',
  binaryOccupancy: 'AVERAGE',
  queueLength: 'AVERAGE',
  co2: 'AVERAGE',
  temperature: 'AVERAGE',
  queueAbandon: 'SUM',
  abandonRate: 'AVERAGE',
  groupSize: 'AVERAGE',
  dwell: 'AVERAGE',
  waterConsumption: 'SUM',
  electricityConsumptionPerSqmCo2Equivalent: 'SUM',
  uniqueVisitors: 'COUNT',
  turnover: 'SUM',
  salesConversion: 'AVERAGE',
};

/** Metrics for which a range in progress ends with the last report. */
export const comparedInProgress: readonly string[] = Object.keys(comparedMetrics).filter(
  (metric) => !['affluenceInCorrected', 'captureRate'].includes(metric),
);

/** A comparison in a simple form: one number, or one per bucket. */
export interface PlainComparison extends AskedTime {
  readonly metric: string;
  readonly part: Part;
  readonly mode: CompareMode;
  readonly width: Granularity | null;
  readonly base: Granularity;
}

export interface Compared {
  readonly label: string;
  readonly comparison: number | null;
  readonly evolution: number | null;
}

export interface ComparedDays {
  readonly rows: readonly Compared[];
  readonly known: number;
  readonly asked: number;
}

/** Returns the shifts (days) of the ranges with which a range of this length is compared. */
export function getShifts(mode: CompareMode, length: number): number[] {
  const weeks = Math.ceil(length / 7) * 7;
  if (mode === 'PREVIOUS') return [length];
  if (mode === 'YEAR') return [364];
  if (mode !== 'USUAL') return [weeks];
  return Array.from({ length: Math.max(4, Math.floor(70 / weeks)) }, (_, index) => (index + 1) * weeks);
}

/**
 * Computes, per label, the earlier value and the change in % over the part known on both sides, and how much that is.
 */
export function compareSlowly(world: World, question: PlainComparison): ComparedDays {
  const asked = { ...question, base: findBase(world, question) };
  const { fold } = catalogue[asked.metric] as MetricDefinition;
  const own = comparedMetrics[asked.metric] as string;
  const until = findKnownUntil(world, asked);
  const all = pairsOf(world, asked, until);
  const labels = [...new Set(all.map(({ now }) => labelOf(world, asked, now)))];
  const days = new Map<string, { time: number; known: number }>();
  const rows = labels.map((label): Compared => {
    const pairs = all.filter(({ now }) => labelOf(world, asked, now) === label);
    const intervals = intervalsOf(world, asked, until, pairs);
    for (const [index, { share }] of intervals.entries()) {
      const { day, from, to } = (pairs[index] as Pair).now;
      if (share === null || from >= (until ?? world.now)) continue;
      const time = Math.min(to, until ?? world.now) - from;
      const sum = days.get(day) ?? { time: 0, known: 0 };
      days.set(day, { time: sum.time + time, known: sum.known + time * share });
    }
    const both = intervals.flatMap(({ sides }) => sides ?? []);
    if (both.length === 0) return { label, comparison: null, evolution: null };
    const sideOf = (pick: (one: ComparedSides) => readonly measure.Measured[]) =>
      fold(
        (both[0] as ComparedSides).now.map((_, side) => both.map((one) => pick(one)[side] as measure.Measured)),
        own,
      ).value;
    const now = sideOf((one) => one.now);
    const then = asked.metric === 'uniqueVisitors' ? computeEarlierVisitors(both) : sideOf((one) => one.earlier);
    const evolution = now === null || then === null || then === 0 ? null : ((now - then) / then) * 100;
    return { label, comparison: then, evolution };
  });
  const known = [...days.values()].reduce((sum, day) => sum + day.known / day.time, 0);
  return { rows, known, asked: days.size };
}

/** Returns the base interval: that of the question, or finer for a ratio of counts if its devices report as often. */
function findBase(world: World, { metric, part, periods, weekdays, hours, base }: PlainComparison): Granularity {
  const { sides, widest } = catalogue[metric] as MetricDefinition;
  if (widest === undefined || widest >= base) return base;
  const moments = periods.flatMap((period) => buildMoments(world.site, { periods: [period], weekdays, hours }, 86_400));
  const measured = sides.flatMap((side) => side(world, part, moments, {}, moments));
  return widenToReadings(world, periods, measured, widest);
}

/**
 * How a side is split, so that a silent part leaves the others comparable. null: not split; 'set': a configured value.
 */
type PartedBy = 'doors' | 'devices' | 'set' | null;

const partedBy: Readonly<Record<string, readonly PartedBy[]>> = {
  affluenceIn: ['doors'],
  affluenceOut: ['doors'],
  footfallCaptureRate: ['doors', 'doors'],
  captureRate: ['doors', 'doors'],
  salesConversion: [null, 'doors'],
  groupSize: ['doors', 'devices'],
  co2: ['devices'],
  temperature: ['devices'],
  queueAbandon: ['devices'],
  abandonRate: ['devices', 'devices'],
  dwell: ['devices', 'devices'],
  waterConsumption: ['devices'],
  electricityConsumptionPerSqmCo2Equivalent: ['devices', 'set'],
  uniqueVisitors: ['devices'],
};

function partsOf({ site }: World, part: Part, by: PartedBy): readonly Part[] {
  if (by === 'doors') return site.passages.map(({ id }) => ({ ...part, passages: [id] }));
  return by === 'devices' ? site.devices.map(({ id }) => ({ ...part, devices: [id] })) : [part];
}

function intervalsOf(
  world: World,
  asked: PlainComparison,
  until: Instant | null,
  pairs: readonly Pair[],
): ComparedPair[] {
  const { sides, isWhole = false } = catalogue[asked.metric] as MetricDefinition;
  const by = partedBy[asked.metric] ?? sides.map(() => null);
  const fewest = asked.mode === 'USUAL' ? 2 : 1;
  const shifts = Array.from((pairs[0]?.earlier ?? []).keys());
  const told = sides.map((side, index) =>
    partsOf(world, asked.part, by[index] ?? null).map((part) => {
      const own = pairs.map(({ now }) => now);
      const now = measureAll(side, cutReadings(world, asked, until), part, own);
      const earlier = shifts.map((shift) =>
        measureAll(
          side,
          cutReadings(world, asked, pairs[0]?.cuts[shift] ?? null),
          part,
          pairs.map((pair) => pair.earlier[shift] ?? null),
        ),
      );
      return { now, earlier };
    }),
  );
  return pairs.map((_, index) => {
    const at = told.map((parts) =>
      parts.map(
        ({ now, earlier }): PartTimes => ({
          now: now[index] as measure.Measured,
          earlier: earlier.map((list) => list[index] as measure.Measured),
        }),
      ),
    );
    return compareParts(
      at,
      by.map((one) => one !== 'set'),
      isWhole,
      fewest,
    );
  });
}

interface Pair {
  readonly now: Moment;
  /** By shift; null if there is no such interval. */
  readonly earlier: readonly (Moment | null)[];
  /** End of the earlier range by shift, if the current one is in progress; null otherwise. */
  readonly cuts: readonly (Instant | null)[];
}

/** Metrics counted at doors. A range in progress is known up to the last report of each side. */
const counted = ['affluenceIn', 'affluenceOut', 'salesConversion'];
/** Balances of crossings as they are counted. */
const ofCrossings = ['inside', 'occupancy', 'density', 'reverseDensity'];
const balanced = [...ofCrossings, 'insideCorrected'];

function findSources(world: World, part: Part, metric: string): readonly (readonly [readonly Watch[], Kind])[] {
  const doors = (kind: Kind) =>
    [world.counters(part, 'boundary').filter((watch) => everCounts(world, watch)), kind] as const;
  const own = (sent: string, kind: Kind) => [world.within(part, sent), kind] as const;
  if (counted.includes(metric)) return [doors('flow')];
  if (balanced.includes(metric)) return [doors('state')];
  if (metric === 'footfallCaptureRate')
    return [doors('flow'), [world.counters(part, 'front').filter((watch) => everCounts(world, watch)), 'flow']];
  if (metric === 'groupSize') {
    const telling = measure
      .findReportingDoors(world, part, 'numberOfGroups')
      .filter((watch) => everCounts(world, watch));
    return [[telling, 'flow'], own('numberOfGroups', 'flow')];
  }
  if (metric === 'abandonRate') return [own('queueAbandon', 'flow'), own('queueAffluenceIn', 'flow')];
  if (metric === 'linearDensity') return [own('queueLength', 'state')];
  if (['queueLength', 'binaryOccupancy'].includes(metric)) return [own(metric, 'state')];
  if (['queueAbandon', 'dwell', 'uniqueVisitors'].includes(metric)) return [own(metric, 'flow')];
  if (metric === 'turnover') return [];
  return [own(metric.replace('PerSqmCo2Equivalent', ''), 'sample')];
}

/**
 * Returns up to when the current range is known: null if it is over, otherwise the end of the last report of every
 * side.
 */
function findKnownUntil(world: World, { periods, part, metric }: PlainComparison): Instant | null {
  const { site, now } = world;
  const [first, last] = periods[0] as readonly [LocalDate, LocalDate];
  const [from, to] = [startOfSiteDay(site, first), startOfSiteDay(site, last)];
  if (to <= now) return null;
  const ends = findSources(world, part, metric)
    .filter(([watches]) => watches.length > 0)
    .map(([watches, kind]) => {
      let at = now - minute;
      // A level lasts until the next reading, which has not arrived yet. Earlier counts do not last.
      const tells = (watch: Watch) => (kind === 'state' && watch.device.reportsZero ? 'flow' : kind);
      const isHeard = () =>
        watches.some((watch) => at >= watch.device.installedAt && world.hearing(watch, at, tells(watch)) === 'heard');
      while (at >= from && !isHeard()) at -= minute;
      return at + minute;
    });
  return Math.max(from, Math.min(now, ...ends));
}

/** Scales a count that spans the end of a range by its share before the end. */
function cutReadings(world: World, { metric }: PlainComparison, cut: Instant | null): World {
  const ofCounts = [
    ...counted,
    ...ofCrossings,
    'footfallCaptureRate',
    'groupSize',
    'abandonRate',
    'queueAbandon',
    'dwell',
  ];
  if (cut === null || !ofCounts.includes(metric)) return world;
  return world.once(['cut', cut], () => {
    const readings = world.readings.map((one) => {
      const length = (one.interval ?? 300) * 1000;
      if (one.at >= cut || one.at + length <= cut || length === 0) return one;
      const share = (cut - one.at) / length;
      return one.metric === 'dwell'
        ? { ...one, weight: (one.weight ?? 1) * share }
        : { ...one, value: one.value * share };
    });
    return new World(world.site, readings, world.beside, world.now);
  });
}

/** Returns the part of a moment before the cut. */
function cutMoment(moment: Moment | null, cut: Instant | null): Moment | null {
  if (moment === null || cut === null || moment.to <= cut) return moment;
  return moment.from >= cut ? null : { ...moment, to: cut, minutes: moment.minutes.filter((at) => at < cut) };
}

/** Returns the first minute of an earlier range with the same local time, `days` days earlier. */
function sameClock({ site }: World, until: Instant, days: number, range: readonly [LocalDate, LocalDate]): Instant {
  const [from, to] = [startOfSiteDay(site, range[0]), startOfSiteDay(site, range[1])];
  const day = toSiteDay(site, until);
  if (until === startOfSiteDay(site, day)) return Math.min(to, startOfSiteDay(site, addDays(day, -days) as LocalDate));
  let at = from;
  while (at < to && instantToWall(site.timezone, at) < instantToWall(site.timezone, until) - days * 86_400_000)
    at += minute;
  return at;
}

/** Pairs each interval with those at the same local time in the compared ranges. Each of those is used once. */
function pairsOf(
  world: World,
  { periods, weekdays, hours, base, mode }: PlainComparison,
  until: Instant | null,
): Pair[] {
  const { site } = world;
  return periods.flatMap(([first, last]) => {
    const length = (Date.parse(last) - Date.parse(first)) / 86_400_000;
    const current = buildMoments(site, { periods: [[first, last]], weekdays, hours }, base);
    const rangeOf = (days: number) => [addDays(first, -days) as LocalDate, addDays(last, -days) as LocalDate] as const;
    const shifts = getShifts(mode, length);
    const cuts = shifts.map((days) => (until === null ? null : sameClock(world, until, days, rangeOf(days))));
    const shifted = shifts.map((days, shift) => {
      const range = rangeOf(days);
      const free = buildMoments(site, { periods: [range], weekdays, hours }, base);
      return current.map((now) => {
        const place = free.findIndex((then) =>
          base >= 86_400
            ? then.day === addDays(now.day, -days)
            : instantToWall(site.timezone, then.from) === instantToWall(site.timezone, now.from) - days * 86_400_000,
        );
        if (place < 0 || (until !== null && now.from >= until)) return null;
        if (mode === 'USUAL' && !isUsualDay(site, now.day, shifts, days)) return null;
        return cutMoment(free.splice(place, 1)[0] as Moment, cuts[shift] ?? null);
      });
    });
    return current.map((now, index): Pair => {
      const earlier = shifted.map((list) => list[index] ?? null);
      return { now: cutMoment(now, until) ?? now, earlier, cuts };
    });
  });
}

/**
 * Whether the day `back` days earlier is one of the four nearest shifted days that are not closed. False if the site is
 * closed on `day` itself.
 */
function isUsualDay(site: World['site'], day: LocalDate, shifts: readonly number[], back: number): boolean {
  const { openingHours, closedDates } = site;
  const weekday = new Date(`${day}T00:00Z`).getUTCDay() || 7;
  const opens = openingHours.spans.length === 0 || openingHours.spans.some(({ begin }) => begin[0] === weekday);
  if (!opens || closedDates.includes(day)) return false;
  const open = shifts.filter((days) => !closedDates.includes(addDays(day, -days) as LocalDate));
  return open.slice(0, 4).includes(back);
}

function labelOf({ site }: World, asked: PlainComparison, { from }: Moment): string {
  return asked.width === null ? 'all' : formatDateLabel(site, asked, asked.width, from);
}

function measureAll(side: measure.Measure, world: World, part: Part, moments: readonly (Moment | null)[]) {
  return moments.map((moment) =>
    moment === null ? noInterval : (side(world, part, [moment], {}, [moment])[0] ?? missing),
  );
}
