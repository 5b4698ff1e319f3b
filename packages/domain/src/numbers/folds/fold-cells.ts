import { percentiles, type ValueAggregation } from '../metrics/index.ts';
import type { Missing, Point } from '../point.ts';
import type { DescriptorKey } from '../query-vocabulary.ts';
import { buildUsualVisitors } from './distinct.ts';
import { computeReadingsQuantile, getFold } from './fold-of-kind.ts';
import type { Cell, Measure } from './measure.ts';
import { foldValues } from './quantile.ts';

const visitorsOf = (cell: Cell) => (isKnown(cell) && cell.measure.kind === 'distinct' ? cell.measure : null);

type KnownCell = Extract<Cell, { state: 'known' }>;

/** Merges disjoint zones or sites of one interval. Missing ones make the result partial. */
export function joinCells(cells: readonly Cell[]): Cell {
  if (cells.length === 1) return cells[0] as Cell;
  return gather(cells, (measures) => getFold(kindOf(measures)).together(measures));
}

/** Merges the same interval of several earlier weeks into a usual one; missing weeks are ignored. */
export function buildUsualCell(cells: readonly Cell[]): Cell {
  const known = cells.filter(isKnown);
  return gather(known, (measures) =>
    kindOf(measures) === 'distinct'
      ? buildUsualVisitors(cells.map(visitorsOf))
      : getFold(kindOf(measures)).usual(measures),
  );
}

/** Folds intervals, oldest first, into one point. Missing intervals make it partial. */
export function foldCells(cells: readonly Cell[], aggregation: ValueAggregation): Point {
  const known = cells.filter(isKnown);
  if (known.length === 0) return buildEmptyPoint(cells);
  const measures = known.map((cell) => cell.measure);
  const value = getFold(kindOf(measures)).overTime(measures, aggregation);
  return value === null ? { state: 'missing' } : { state: 'known', value, partial: isPartial(cells) };
}

/** Folds a difference of sums over the intervals in which both are known; never below 0. */
export function foldDifference(cells: readonly DifferenceCell[], aggregation: ValueAggregation): Point {
  const sides = cells.flatMap((cell) => [cell.minuend, cell.subtrahend]);
  const values = cells.flatMap(({ minuend, subtrahend }) =>
    isKnown(minuend) && isKnown(subtrahend) ? [sumOf(minuend.measure) - sumOf(subtrahend.measure)] : [],
  );
  if (values.length === 0)
    return emptyPair(
      cells.map(({ minuend }) => minuend),
      cells.map(({ subtrahend }) => subtrahend),
    );
  return { state: 'known', value: Math.max(0, foldValues[aggregation](values)), partial: isPartial(sides) };
}

export interface DifferenceCell {
  readonly minuend: Cell;
  readonly subtrahend: Cell;
}

function sumOf(measure: Measure): number {
  return measure.kind === 'flow' ? measure.sum : 0;
}

/** Folds a ratio's numerator where both sides are known: the share of a whole, with equal weight per visit. */
export function foldWeight(cells: readonly RatioCell[]): Point {
  const sides = cells.flatMap((cell) => [cell.numerator, cell.denominator]);
  const weights = cells.flatMap(({ numerator, denominator }) =>
    isKnown(numerator) && isKnown(denominator) ? [amountOf(numerator.measure)] : [],
  );
  if (weights.length === 0) return emptyRatio(cells);
  return { state: 'known', value: foldValues.SUM(weights), partial: isPartial(sides) };
}

function amountOf(measure: Measure): number {
  if (measure.kind === 'flow') return measure.sum;
  return measure.kind === 'state' ? measure.integral : 0;
}

/** Numerator and denominator in one interval. */
export interface RatioCell {
  readonly numerator: Cell;
  readonly denominator: Cell;
}

/**
 * Folds a ratio over several intervals as the ratio of sums over intervals in which both sides are known, never as a
 * mean of ratios.
 *
 * - States (people present ÷ limit): both sides are weighted by the time in which both are known.
 * - A sum per state (kWh per m²): the sum is divided by the state's mean.
 * - MIN, MAX and percentiles: over the ratios of the intervals; percentiles of durations over their readings.
 * - Extremes of states: from the state's own extremes. With `inverse` they come from the denominator while it is not 0,
 * with `together` from both sides.
 */
export function foldRatio(
  cells: readonly RatioCell[],
  scale: number,
  aggregation: ValueAggregation,
  varies: Varying = {},
): Point {
  const sides = cells.flatMap((cell) => [cell.numerator, cell.denominator]);
  const pairs = cells.flatMap(({ numerator, denominator }) =>
    isKnown(numerator) && isKnown(denominator) ? [[numerator.measure, denominator.measure] as const] : [],
  );
  if (pairs.length === 0) return emptyRatio(cells);
  const value = foldPairs(pairs, aggregation, varies);
  return value === null ? { state: 'missing' } : { state: 'known', value: value * scale, partial: isPartial(sides) };
}

/** Side of a ratio of states that provides its extremes; the numerator by default. */
export interface Varying {
  readonly inverse?: true;
  readonly together?: true;
}

function foldPairs(pairs: readonly Pair[], aggregation: ValueAggregation, varies: Varying): number | null {
  const share = percentiles.get(aggregation);
  const readings = pairs.flatMap(([upper]) => (upper.kind === 'flow' && upper.readings) || []);
  if (share !== undefined && readings.length > 0) return computeReadingsQuantile(readings, share);
  const isPerState = pairs.some(([upper, lower]) => upper.kind === 'flow' && lower.kind === 'state');
  return isPerState ? sumPerState(pairs, aggregation) : partsOf(varies)(pairs, aggregation);
}

type Pair = readonly [numerator: Measure, denominator: Measure];
type PairFold = (pairs: readonly Pair[], aggregation: ValueAggregation) => number | null;

const sumPerState: PairFold = (pairs, aggregation) => {
  const denominator = getFold('state').overTime(
    pairs.map((pair) => pair[1]),
    'AVERAGE',
  );
  const numerator = getFold('flow').overTime(
    pairs.map((pair) => pair[0]),
    aggregation,
  );
  return denominator === null || denominator === 0 || numerator === null ? null : numerator / denominator;
};

const partsOf =
  (varies: Varying): PairFold =>
  (pairs, aggregation) => {
    const parts = pairs.map(([numerator, denominator]) => ratioPart(numerator, denominator, aggregation, varies));
    return aggregation === 'AVERAGE' ? ratioOfSums(parts) : ratioOfParts(parts, aggregation);
  };

interface RatioPart {
  readonly numerator: number;
  readonly denominator: number;
}

const opposite: Partial<Record<ValueAggregation, ValueAggregation>> = { MIN: 'MAX', MAX: 'MIN' };

function ratioPart(
  numerator: Measure,
  denominator: Measure,
  aggregation: ValueAggregation,
  { inverse, together }: Varying,
): RatioPart {
  const weighs = numerator.kind === 'state' && denominator.kind === 'state' && aggregation === 'AVERAGE';
  const weight = weighs ? Math.min(numerator.time, denominator.time) : 1;
  return {
    numerator: numberOf(numerator, inverse ? null : aggregation) * weight,
    denominator:
      (inverse ? divisorOf(denominator, aggregation) : numberOf(denominator, together ? aggregation : null)) * weight,
  };
}

/** The largest ratio has the smallest denominator that is not 0. */
function divisorOf(denominator: Measure, aggregation: ValueAggregation): number {
  const asked = opposite[aggregation] ?? aggregation;
  const isOfMoments = asked === 'MIN' || asked === 'FIRST' || asked === 'LAST';
  if (!isOfMoments || denominator.kind !== 'state' || denominator.above === undefined)
    return numberOf(denominator, asked);
  return denominator.above === null ? 0 : numberOf({ ...denominator, ...denominator.above }, asked);
}

/** Returns the number an interval contributes: a flow's sum, a state's mean or the requested extreme. */
function numberOf(measure: Measure, aggregation: ValueAggregation | null): number {
  const own = measure.kind === 'flow' ? 'SUM' : 'AVERAGE';
  const asked = measure.kind === 'state' && aggregation !== null ? aggregation : own;
  return getFold(measure.kind).overTime([measure], asked) ?? getFold(measure.kind).overTime([measure], own) ?? 0;
}

function ratioOfSums(parts: readonly RatioPart[]): number | null {
  const denominator = foldValues.SUM(parts.map((part) => part.denominator));
  return denominator === 0 ? null : foldValues.SUM(parts.map((part) => part.numerator)) / denominator;
}

function ratioOfParts(parts: readonly RatioPart[], aggregation: ValueAggregation): number | null {
  const values = parts.filter((part) => part.denominator !== 0).map((part) => part.numerator / part.denominator);
  return values.length === 0 ? null : foldValues[aggregation](values);
}

function gather(cells: readonly Cell[], fold: (measures: readonly Measure[]) => Measure): Cell {
  // A single pass, because a year of hours at many sites has very many cells.
  const measures: Measure[] = [];
  let partial = false;
  let lacks = false;
  for (const cell of cells) {
    const isPart = cell.state === 'missing' || (cell.state === 'known' && cell.partial);
    partial ||= isPart;
    lacks ||= isPart && !isComplete(cell);
    if (cell.state === 'known') measures.push(cell.measure);
  }
  if (measures.length === 0) return buildEmptyPoint(cells);
  return { state: 'known', partial, ...(partial && !lacks ? { ongoing: true as const } : {}), measure: fold(measures) };
}

/**
 * Closed only if everything was closed: a silent sensor in opening hours is missing. `notTold` is set only if no sensor
 * is silent.
 */
export function buildEmptyPoint(cells: readonly Cell[]): Missing | { readonly state: 'closed' } {
  if (cells.length > 0 && cells.every((cell) => cell.state === 'closed')) return { state: 'closed' };
  const notTold = new Set<DescriptorKey>();
  for (const cell of cells) {
    if (cell.state !== 'missing') continue;
    if (cell.notTold === undefined) return { state: 'missing' };
    for (const key of cell.notTold) notTold.add(key);
  }
  return notTold.size === 0 ? { state: 'missing' } : { state: 'missing', notTold: [...notTold].sort() };
}

const emptyRatio = (cells: readonly RatioCell[]) =>
  emptyPair(
    cells.map(({ numerator }) => numerator),
    cells.map(({ denominator }) => denominator),
  );

/** Handles two sides that are never known together. If one side is unsupported, gaps of the other do not matter. */
function emptyPair(...sides: readonly [readonly Cell[], readonly Cell[]]): ReturnType<typeof buildEmptyPoint> {
  const untold = sides.filter((side) => !side.some(isKnown)).map(buildEmptyPoint);
  return untold.find((point) => point.state === 'missing' && point.notTold) ?? buildEmptyPoint(sides.flat());
}

/** Whether anything in the intervals is unknown. */
export function isPartial(cells: readonly Cell[]): boolean {
  return cells.some((cell) => cell.state === 'missing' || (cell.state === 'known' && cell.partial));
}

/** Whether an interval is entirely known, as far as it has elapsed. */
export function isComplete(cell: Cell): boolean {
  return isKnown(cell) && (!cell.partial || cell.ongoing === true);
}

function isKnown(cell: Cell): cell is KnownCell {
  return cell.state === 'known';
}

function kindOf(measures: readonly Measure[]): Measure['kind'] {
  return (measures[0] as Measure).kind;
}
