import { instantToDate, type LocalDate } from '@atrium/domain/core';
import {
  type Aggregation,
  type Band,
  type Cell,
  type ComparisonRule,
  compareInterval,
  findBand,
  findCountedIntervals,
  foldCells,
  foldDifference,
  foldRatio,
  foldScores,
  foldWeight,
  getQuantities,
  getValueAggregation,
  isPartial,
  isRatioOfStates,
  isRatioOfSums,
  joinCells,
  listKnownPairs,
  type Metric,
  minUsualShifts,
  type Point,
  type RatioCell,
  relations,
  type ValueAggregation,
} from '@atrium/domain/numbers';
import { getCompareMode } from '../plan/compare-time.ts';
import type { Plan } from '../plan/plan-query.ts';
import { type Branch, listSlots, type Slot } from './build-group-tree.ts';

/** Returns the bands in force at an instant, by metric and device. */
type BandLookup = (at: number) => (metric: string, device: number) => Band;

/** Creates a look-up of the organization's bands for the country of a device. */
function createBandLookup({ facts, sites, clocksDiffer }: Plan): BandLookup {
  const siteOf = new Map(sites.flatMap(({ topology }) => topology.devices.map(({ id }) => [id as number, topology])));
  return (at) => (metric, device) => {
    const site = siteOf.get(device);
    const date = instantToDate(clocksDiffer ? 'UTC' : (site?.timezone ?? 'UTC'), at);
    return findBand(facts.settings.bands, metric, site?.country ?? null, date);
  };
}

/** Points of one leaf of an answer. */
export interface LeafPoints {
  readonly point: Point;
  /** Compared point over the intervals known on both sides; missing without a comparison. */
  readonly earlier: Point;
  /** Change in % between the two, over the same intervals. */
  readonly evolution: Point;
  /** How the point relates to others; null when it does not. */
  readonly relation: (typeof relations)[number] | null;
  /** Comparable share of each past interval of each site or zone. */
  readonly compared: readonly ComparedTime[];
  /** Largest number of earlier times that an interval is compared with; 0 without a comparison. */
  readonly times: number;
}

/** Comparable share of one interval of a site or zone. */
interface ComparedTime {
  readonly day: LocalDate;
  /** Milliseconds. */
  readonly time: number;
  /** 0…1 */
  readonly share: number;
}

interface Moment {
  readonly at: number;
  readonly sides: readonly Cell[];
}

const missing: Point = { state: 'missing' };
const nothing: readonly ComparedTime[] = [];

/** Folds the slots of a leaf, oldest first. */
export function foldLeaf(leaf: Branch): LeafPoints {
  const { plan } = leaf;
  if (plan === null)
    return { point: missing, earlier: missing, evolution: missing, relation: null, compared: nothing, times: 0 };
  const relation = relations.find((one) => one === plan.query.aggregation) ?? null;
  if (leaf.total !== null)
    return { point: toPoint(leaf.total), earlier: missing, evolution: missing, relation, compared: nothing, times: 0 };
  const slots = listSlots(leaf);
  const fold = folder(plan);
  const point = foldSlots(slots, plan, fold);
  if (slots.every(({ compared }) => compared.length === 0))
    return { point, earlier: missing, evolution: missing, relation, compared: nothing, times: 0 };
  const rule = comparisonRule(plan);
  const compared: ComparedTime[] = [];
  let times = 0;
  const both = slots.flatMap(({ order, compared: places }) => {
    const found = places.map((place) => ({ place, interval: compareInterval(place, rule) }));
    for (const { place, interval } of found) {
      times = Math.max(times, interval.times);
      if (interval.parts > 0)
        compared.push({ day: place.day, time: place.time, share: interval.comparable / interval.parts });
    }
    const sides = found.flatMap(({ interval }) => interval.sides ?? []);
    if (sides.length === 0) return [];
    const join = (pick: 'now' | 'earlier') =>
      (sides[0]?.[pick] ?? []).map((_, quantity) => joinCells(sides.map((one) => one[pick][quantity] as Cell)));
    return [{ at: order, now: join('now'), earlier: join('earlier') }];
  });
  if (both.length === 0) return { point, earlier: missing, evolution: missing, relation, compared, times };
  const now = fold(both.map((one) => ({ at: one.at, sides: one.now })));
  const earlier = fold(both.map((one) => ({ at: one.at, sides: one.earlier })));
  return { point, earlier, evolution: change(now, earlier), relation, compared, times };
}

function toPoint({ isKnown, isClosed, isPartial: partial, sum: value }: NonNullable<Branch['total']>): Point {
  if (isKnown) return { state: 'known', value, partial };
  return isClosed ? { state: 'closed' } : missing;
}

/** Numerators and denominators belong together, and so do sums that are subtracted from each other. */
function comparisonRule(plan: Plan): ComparisonRule {
  const { metric } = plan;
  const isWhole = isRatioOfSums(metric) || metric.expression.type === 'difference';
  const isSet = getQuantities(metric).map(({ expression }) => expression.type === 'setting');
  return { isWhole, isSet, fewest: getCompareMode(plan) === 'USUAL' ? minUsualShifts : 1 };
}

/**
 * Folds only intervals in which both sides of a ratio are complete, and of states everything known on both sides.
 * Skipped intervals make it partial.
 */
function foldSlots(slots: readonly Slot[], plan: Plan, fold: Fold): Point {
  const whole = slots.map((slot): Moment => ({ at: slot.order, sides: slot.current.map(joinCells) }));
  const { metric, query } = plan;
  if (getValueAggregation(metric, query.aggregation) !== 'AVERAGE') return fold(whole);
  const isOfStates = isRatioOfStates(metric);
  if (!isOfStates && !isRatioOfSums(metric)) return fold(whole);
  const cells = slots.map((slot) => slot.current);
  const counted = isOfStates ? listKnownPairs(cells) : findCountedIntervals(cells);
  if (counted.length === 0) return fold(whole);
  const point = fold(counted.map((sides, index) => ({ at: index, sides })));
  if (point.state !== 'known') return point;
  return { ...point, partial: isPartial(whole.flatMap(({ sides }) => sides)) };
}

type Fold = (moments: readonly Moment[]) => Point;

function folder(plan: Plan): Fold {
  const { metric, query } = plan;
  const aggregation = getValueAggregation(metric, query.aggregation);
  const bands = metric.expression.type === 'scores' ? createBandLookup(plan) : null;
  return (moments) => foldMoments(moments, metric, query.aggregation, aggregation, bands);
}

function foldMoments(
  moments: readonly Moment[],
  { expression }: Metric,
  asked: Aggregation,
  aggregation: ValueAggregation,
  bands: BandLookup | null,
): Point {
  const cells = moments.map(({ sides }) => sides);
  if (expression.type === 'scores') {
    const lines = moments.map(({ at, sides }) => ({ cells: sides, bands: (bands as BandLookup)(at) }));
    return foldScores(lines, expression.of, aggregation);
  }
  if (expression.type === 'difference')
    return foldDifference(
      cells.map(([minuend, subtrahend]) => ({ minuend: minuend as Cell, subtrahend: subtrahend as Cell })),
      aggregation,
    );
  if (expression.type !== 'ratio')
    return foldCells(
      cells.map((cell) => cell[0] as Cell),
      aggregation,
    );
  const pairs = cells.map(
    ([numerator, denominator]): RatioCell => ({ numerator: numerator as Cell, denominator: denominator as Cell }),
  );
  return asked === 'WEIGHTED_PERCENTAGE'
    ? foldWeight(pairs)
    : foldRatio(pairs, expression.scale, aggregation, expression);
}

function change(now: Point, earlier: Point): Point {
  if (now.state !== 'known' || earlier.state !== 'known' || earlier.value === 0) return missing;
  return {
    state: 'known',
    value: ((now.value - earlier.value) / earlier.value) * 100,
    partial: now.partial || earlier.partial,
  };
}
