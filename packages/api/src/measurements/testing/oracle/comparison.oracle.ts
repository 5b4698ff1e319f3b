import { addDays, type Granularity, type LocalDate, wallAt } from '@atrium/domain/core';
import type { CompareMode } from '@atrium/domain/measurements';
import { catalogue, type Made } from './catalogue.oracle.ts';
import type * as measure from './measures.oracle.ts';
import { type AskedTime, dateLabel, type Moment, momentsOf } from './moments.oracle.ts';
import type { Part, World } from './world.oracle.ts';

/** Those that are compared, each in its own way of being one number. */
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

/** A comparison in plain words: one number, or one for each bucket of a width. */
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

/** By how many days earlier the ranges lie that one of so many days is compared with. */
export function daysBack(mode: CompareMode, length: number): number[] {
  const weeks = Math.ceil(length / 7) * 7;
  if (mode === 'PREVIOUS') return [length];
  if (mode === 'YEAR') return [364];
  return mode === 'USUAL' ? [1, 2, 3, 4].map((times) => times * weeks) : [weeks];
}

/** Of each label what was then, and the change in % since, over the intervals that are known on both sides. */
export function compareSlowly(world: World, asked: PlainComparison): Compared[] {
  const { sides, fold } = catalogue[asked.metric] as Made;
  const own = comparedMetrics[asked.metric] as string;
  const all = pairsOf(world, asked);
  const labels = [...new Set(all.map(({ now }) => labelOf(world, asked, now)))];
  return labels.map((label): Compared => {
    const pairs = all.filter(({ now }) => labelOf(world, asked, now) === label);
    const current = sides.map((side) =>
      measureAll(
        side,
        world,
        asked.part,
        pairs.map(({ now }) => now),
      ),
    );
    const shifts = pairs[0]?.earlier.length ?? 0;
    const bySide = sides.map((side) =>
      Array.from({ length: shifts }, (_, shift) =>
        measureAll(
          side,
          world,
          asked.part,
          pairs.map(({ earlier }) => earlier[shift] ?? null),
        ),
      ),
    );
    const earlier = bySide.map((lists) =>
      pairs.map((_, index) => usual(lists.map((list) => list[index] as measure.Measured))),
    );
    const both = Array.from(pairs.keys()).filter((index) =>
      [...current, ...earlier].every((list) => list[index]?.known != null),
    );
    const of = (lists: readonly (readonly measure.Measured[])[]) =>
      fold(
        lists.map((list) => both.map((index) => list[index] as measure.Measured)),
        own,
      ).value;
    const then = asked.metric === 'uniqueVisitors' ? visitorsThen(bySide[0] ?? [], both) : of(earlier);
    const now = both.length === 0 ? null : of(current);
    const evolution = now === null || then === null || then === 0 ? null : ((now - then) / then) * 100;
    return { label, comparison: then, evolution };
  });
}

interface Pair {
  readonly now: Moment;
  /** By shift; null where there is no such interval. */
  readonly earlier: readonly (Moment | null)[];
}

/** Each interval with those at the same place on the clock in the compared ranges, each of which counts once. */
function pairsOf(world: World, { periods, weekdays, hours, base, mode }: PlainComparison): Pair[] {
  const { site } = world;
  return periods.flatMap(([first, last]) => {
    const length = (Date.parse(last) - Date.parse(first)) / 86_400_000;
    const current = momentsOf(site, { periods: [[first, last]], weekdays, hours }, base);
    const shifted = daysBack(mode, length).map((days) => {
      const range = [addDays(first, -days) as LocalDate, addDays(last, -days) as LocalDate] as const;
      const free = momentsOf(site, { periods: [range], weekdays, hours }, base);
      return current.map((now) => {
        const place = free.findIndex((then) =>
          base >= 86_400
            ? then.day === addDays(now.day, -days)
            : wallAt(site.timezone, then.from) === wallAt(site.timezone, now.from) - days * 86_400_000,
        );
        return place < 0 ? null : (free.splice(place, 1)[0] as Moment);
      });
    });
    return current.map((now, index): Pair => ({ now, earlier: shifted.map((list) => list[index] ?? null) }));
  });
}

function labelOf({ site }: World, asked: PlainComparison, { from }: Moment): string {
  return asked.width === null ? 'all' : dateLabel(site, asked, asked.width, from);
}

const missing: measure.Measured = { known: null, partial: true, closed: false };

function measureAll(side: measure.Measure, world: World, part: Part, moments: readonly (Moment | null)[]) {
  return moments.map((moment) =>
    moment === null ? missing : (side(world, part, [moment], {}, [moment])[0] ?? missing),
  );
}

/** Somebody who came in two weeks is a visitor of each: the mean of the weeks of which anything is known. */
function visitorsThen(lists: readonly (readonly measure.Measured[])[], both: readonly number[]): number | null {
  const counts = lists.flatMap((list) => {
    const known = both.flatMap((index) => list[index]?.known ?? []);
    const visitors = known.flatMap((each) => ('visitors' in each ? [...each.visitors] : []));
    return known.length === 0 ? [] : [new Set(visitors).size];
  });
  return counts.length === 0 ? null : counts.reduce((sum, each) => sum + each, 0) / counts.length;
}

/** The mean of sums; samples and states all together. Those that are known. */
function usual(list: readonly measure.Measured[]): measure.Measured {
  const found = list.flatMap(({ known }) => known ?? []);
  const [first] = found;
  if (first === undefined) return missing;
  const partial = list.some((each) => each.partial);
  if ('sum' in first) {
    const sums = found.flatMap((each) => ('sum' in each ? [each.sum] : []));
    return { known: { sum: sums.reduce((sum, each) => sum + each, 0) / sums.length }, partial, closed: false };
  }
  if ('values' in first) {
    const values = found.flatMap((each) => ('values' in each ? [...each.values] : []));
    return { known: { values }, partial, closed: false };
  }
  if ('pairs' in first) {
    const pairs = found.flatMap((each) => ('pairs' in each ? [...each.pairs] : []));
    return { known: { pairs }, partial, closed: false };
  }
  if ('visitors' in first) return { known: first, partial, closed: false };
  const byDevice = new Map<number, number[]>();
  for (const each of found)
    if ('byDevice' in each)
      for (const [device, values] of each.byDevice) byDevice.set(device, [...(byDevice.get(device) ?? []), ...values]);
  return { known: { byDevice }, partial, closed: false };
}
