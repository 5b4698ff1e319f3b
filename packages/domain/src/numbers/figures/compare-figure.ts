import { type Delta, getMeanDecimals, minPeopleForPercent } from '../../core/format/index.ts';
import { countsPeople, type Metric, type MetricKind } from '../metrics/metric.ts';
import { isComparable } from '../point.ts';

/** Both sides of a comparison over the parts known on both; `usual` is the value it is compared with. */
export interface KnownSides {
  readonly value: number;
  readonly usual: number;
}

/** The range within which a value is as usual. */
export interface UsualRange {
  readonly lower: number;
  readonly upper: number;
}

/** Why a number has no usual: too small a share of the value, or of the time in days, is known on both sides. */
export type TooFew = { readonly known: number; readonly asked: number } | { readonly share: number };

/** Kinds that add up over time. The part of them that is comparable is scaled to the whole. */
const additive: ReadonlySet<MetricKind> = new Set(['flow', 'count', 'counter', 'total', 'money', 'distinct']);

/** A usual value that may be shown beside the whole value, or how little can be compared. */
export interface DerivedUsual {
  readonly usual: number | null;
  readonly range: UsualRange | null;
  readonly tooFew: TooFew | null;
}

const none: DerivedUsual = { usual: null, range: null, tooFew: null };

/**
 * Derives the usual of a whole value from the parts known on both sides. What adds up is scaled from the known part to
 * the whole; any other value keeps its difference. Nothing is derived from less than half: of the value if it adds up,
 * of the time otherwise.
 */
export function deriveUsual(
  kind: MetricKind,
  value: number | null,
  known: (KnownSides & { readonly range?: UsualRange | null }) | null,
  coverage: { readonly known: number; readonly asked: number } | null = null,
): DerivedUsual {
  if (value === null) return none;
  const isScaled = additive.has(kind) && value !== 0;
  const isLittle = coverage !== null && !isComparable(coverage);
  if (!isScaled && isLittle) return { ...none, tooFew: coverage };
  if (known === null) return isLittle ? { ...none, tooFew: coverage } : none;
  if (isScaled && Math.abs(known.value) * 2 < Math.abs(value) * (1 - tolerance))
    return { ...none, tooFew: isLittle ? coverage : { share: Math.abs(known.value / value) } };
  const isAll = Math.abs(known.value - value) <= Math.abs(value) * tolerance;
  const toWhole = (one: number) => {
    if (isAll || (additive.has(kind) && known.value === 0)) return one;
    return additive.has(kind) ? (one * value) / known.value : value - (known.value - one);
  };
  const { range = null } = known;
  return {
    usual: toWhole(known.usual),
    range: range && { lower: toWhole(range.lower), upper: toWhole(range.upper) },
    tooFew: null,
  };
}

/** Relative tolerance for sums in another order. */
const tolerance = 1e-9;

/** Why a number is not judged, although it has a usual value. */
export type Unjudged = 'firstHour' | 'silent';

/** Where a value lies in relation to its range. */
export type Side = 'above' | 'below' | 'within';

export interface FigureInput {
  readonly metric: Pick<Metric, 'kind' | 'unit' | 'decimals' | 'better'>;
  readonly value: number | null;
  /** The usual of the whole value, by `deriveUsual` or `sumFigures`. */
  readonly usual: number | null;
  readonly range?: UsualRange | null;
  /** Digits after the point with which the value is shown; by default those of its metric. */
  readonly decimals?: number;
  /** Digits of the usual; by default one for a small mean of counts, otherwise those of the value. */
  readonly usualDecimals?: number;
  readonly unjudged?: Unjudged | null;
  /** The side named before. It is left later than it is entered, so that words don't flicker. */
  readonly previous?: Side | null;
}

export type Verdict = 'more' | 'less' | 'usual';

/** A number with what stands beside it, rounded as shown. The change is the one between the rounded numbers. */
export interface Figure {
  readonly value: number | null;
  readonly usual: number | null;
  readonly range: UsualRange | null;
  /** Null without a usual, and within the range. */
  readonly change: Delta | null;
  /** Null without a range, and while nothing is judged. */
  readonly side: Side | null;
  /** Distance from the usual in half-widths of the range on that side: 1 is its edge. Null without a range. */
  readonly surprise: number | null;
  /** For sentences; null without a usual and while nothing is judged. */
  readonly verdict: Verdict | null;
  /** Difference without a sign; in the metric's unit. Null without a usual. */
  readonly difference: number | null;
}

/** Smaller changes in percent are noise and not worth a word. Applies where there is no range. */
const noisePercent = 3;
/** Surprise at which a side is named, and at which it no longer is. */
const entersAt = 1;
const leavesAt = 0.8;

/** Whether small changes of a metric are shown as a number of people or items, because a percentage would mislead. */
export const isCounted = (metric: Pick<Metric, 'kind' | 'unit' | 'decimals'>): boolean =>
  countsPeople(metric) || (metric.kind === 'count' && metric.decimals === 0);

/** Returns the number of digits of a usual value: a mean of counts has one while it is small. */
export function getUsualDecimals(metric: FigureInput['metric'], usual: number, decimals = metric.decimals): number {
  return isCounted(metric) ? Math.max(decimals, getMeanDecimals(usual)) : decimals;
}

/** Compares a number with its usual value, as both are shown. */
export function compareFigure(input: FigureInput): Figure {
  const { metric, unjudged = null, decimals = metric.decimals, previous = null } = input;
  const value = roundAsShown(input.value, decimals);
  const usualDigits = (usual: number) => input.usualDecimals ?? getUsualDecimals(metric, usual, decimals);
  const shown = (one: number) => roundAsShown(one, usualDigits(one));
  const usual = input.usual === null ? null : shown(input.usual);
  if (value === null || usual === null)
    return { value, usual, range: null, change: null, side: null, surprise: null, verdict: null, difference: null };
  const range = input.range ? { lower: shown(input.range.lower) ?? 0, upper: shown(input.range.upper) ?? 0 } : null;
  const surprise = computeSurprise(value, { expected: usual, lower: null, upper: null, ...range });
  const side = surprise === null || unjudged !== null ? null : findSide(value, usual, surprise, previous);
  const change = side === 'within' ? null : computeChange(value, usual, metric, side);
  return {
    value,
    usual,
    range,
    change,
    side,
    surprise,
    verdict: unjudged !== null ? null : findVerdict(value, usual, side, change),
    difference: roundAsShown(Math.abs(value - usual), Math.max(decimals, usualDigits(usual))),
  };
}

/** Rounds like the formats of `core/format`: half away from zero, by the exact value. */
export function roundAsShown(value: number | null, decimals: number): number | null {
  return value === null || !Number.isFinite(value) ? null : Number(value.toFixed(decimals));
}

/** Distance from the expected value in half widths of its range on that side: 1 is the edge. Null without a range. */
export function computeSurprise(
  value: number,
  {
    expected,
    lower,
    upper,
  }: { readonly expected: number | null } & {
    readonly [Edge in keyof UsualRange]: number | null;
  },
): number | null {
  if (expected === null || lower === null || upper === null) return null;
  const width = value < expected ? expected - lower : upper - expected;
  const distance = Math.abs(value - expected);
  return width > 0 ? distance / width : distance === 0 ? 0 : Number.POSITIVE_INFINITY;
}

function findSide(value: number, usual: number, surprise: number, previous: Side | null): Side {
  const side = value < usual ? 'below' : 'above';
  return surprise > (previous === side ? leavesAt : entersAt) ? side : 'within';
}

function findVerdict(value: number, usual: number, side: Side | null, change: Delta | null): Verdict | null {
  if (side !== null) return side === 'within' ? 'usual' : side === 'above' ? 'more' : 'less';
  if (change === null) return value === usual ? 'usual' : null;
  const isNoise = Math.abs(value - usual) * 100 < noisePercent * Math.abs(usual);
  return change.direction === 'flat' || isNoise ? 'usual' : value > usual ? 'more' : 'less';
}

/** Returns the change; null if a relative one has no base. Only a side of the range gives it a color. */
function computeChange(value: number, usual: number, metric: FigureInput['metric'], side: Side | null): Delta | null {
  const points = metric.unit === '%';
  const counted = isCounted(metric);
  const people = counted && Math.min(value, usual) < minPeopleForPercent;
  // Two zeros cannot be compared.
  if (!points && usual === 0 && (!people || value === 0)) return null;
  const change = points || people ? value - usual : ((value - usual) / Math.abs(usual)) * 100;
  // A change that rounds to nobody counts as none, whatever its percentage.
  const isNobody = counted && Math.round(value - usual) === 0;
  const rounded = isNobody ? 0 : Number(change.toFixed(people ? 0 : points ? 2 : 1));
  const direction = rounded > 0 ? 'up' : rounded < 0 ? 'down' : 'flat';
  const isColored = side !== null && side !== 'within' && metric.better !== 'none' && direction !== 'flat';
  const tone = isColored ? (direction === metric.better ? 'good' : 'bad') : 'neutral';
  return { change, points, people, direction, tone };
}

/** A number of one site or zone with its usual, as derived for it. */
export interface SummedFigure {
  readonly value: number | null;
  readonly usual: number | null;
}

export interface FigureSum {
  /** Sum of the known values; null if none is known. */
  readonly value: number | null;
  /** Null if less than half of the value can be compared. */
  readonly usual: number | null;
  /** How many of the parts that have a value can be compared. Set if the others make up more than a tenth. */
  readonly comparable: { readonly count: number; readonly all: number } | null;
}

/** Share of a sum that may lack a usual without a word. */
const unmentionedShare = 0.1;

/**
 * Sums parts whose values add up. Unknown values are left out, not added as 0. The usual is the sum of the parts' own;
 * for parts without one it is scaled to the whole.
 */
export function sumFigures(parts: readonly SummedFigure[], decimals = 0): FigureSum {
  const known = parts.flatMap(({ value, usual }) => (value === null ? [] : [{ value, usual }]));
  if (known.length === 0) return { value: null, usual: null, comparable: null };
  const compared = known.flatMap(({ value, usual }) => (usual === null ? [] : [{ value, usual }]));
  const value = known.reduce((sum, one) => sum + one.value, 0);
  const part = compared.reduce((sum, one) => sum + one.value, 0);
  // Rounded as in the parts' own rows, so that the column adds up.
  const usual = compared.reduce((sum, one) => sum + (roundAsShown(one.usual, decimals) ?? 0), 0);
  const counts = { count: compared.length, all: known.length };
  const isMentioned = compared.length < known.length && (value - part > value * unmentionedShare || part === 0);
  const comparable = isMentioned ? counts : null;
  if (compared.length === 0 || part * 2 < value) return { value, usual: null, comparable };
  return { value, usual: part === 0 || part === value ? usual : (usual * value) / part, comparable };
}
