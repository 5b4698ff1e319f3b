import type { Instant } from '../../../core/index.ts';
import type { ExpectedReason } from '../../../numbers/index.ts';

/**
 * - above: beyond when greater than `max`.
 * - reached: beyond when at least `max`.
 * - below: beyond when less than `min`.
 * - outside: beyond when below `min` or above `max`.
 */
export type Comparison = 'above' | 'reached' | 'below' | 'outside';

/** Lower and upper limit. Null: no limit on that side. */
export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

/**
 * What the bounds of a rule are measured in:
 * - value: the metric's unit.
 * - percent: percent of the expected value, from there.
 * - halfWidths: half widths of the usual range, from the expected value; 1 is its edge.
 */
export type Measure = 'value' | 'percent' | 'halfWidths';

/** What is usual of an interval, and how far its value is from it. Negative below the expected value. */
export interface Usual {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
  /** Null: nothing is expected, so that no share of it is known. */
  readonly percent: number | null;
  readonly halfWidths: number;
}

/** An alert's parameters for the engine. Durations are in ms. */
export interface Rule {
  readonly comparison: Comparison;
  readonly measure: Measure;
  /** How many intervals in a row must be beyond before it fires. */
  readonly minIntervals: number;
  /** Fires when beyond these for `enterHold`. */
  readonly fires: Bounds;
  /** Ends when no longer beyond these for `leaveHold`. Never farther out than `fires`. */
  readonly ends: Bounds;
  readonly enterHold: number;
  readonly leaveHold: number;
  /** Milliseconds without known data after which the phase becomes "no data". That phase never ends an alert. */
  readonly silentAfter: number;
  /** Whether values are sums, which only grow: one that is beyond may be judged before its interval ends. */
  readonly isSum: boolean;
  /** 0…1. An interval with less coverage is not judged as complete. */
  readonly minCoverage: number;
  /** Reminder interval while it lasts. Null: no reminders. */
  readonly remindEvery: number | null;
}

/** An observation of a place. Intervals are in time order without overlaps; `to` is exclusive. */
export type Observation =
  | {
      readonly kind: 'known';
      readonly from: Instant;
      readonly to: Instant;
      readonly value: number;
      /** 0…1, the known share of the interval's sources and time. */
      readonly coverage: number;
      /** Whether the interval has not ended yet. */
      readonly isInProgress: boolean;
      /** Set if the rule compares with what is usual. */
      readonly usual?: Usual;
    }
  /** No data. */
  | { readonly kind: 'missing'; readonly from: Instant; readonly to: Instant }
  /** The rule does not apply during this time. */
  | {
      readonly kind: 'closed';
      readonly from: Instant;
      readonly to: Instant;
      /** Why nothing is usual of this time, for rules that compare with it. */
      readonly because?: ExpectedReason | 'firstHour';
      /** Name of the holiday or event. */
      readonly name?: string;
    };

/** Time passes without an observation. */
export interface Tick {
  readonly kind: 'tick';
  readonly at: Instant;
  /** Readings of intervals that ended by then should have arrived, so silence counts up to here. Defaults to `at`. */
  readonly arrivedUntil?: Instant;
}

/** Returns what of a value the bounds of a rule apply to. */
export function judgedBy(
  measure: Measure,
  { value, usual }: { readonly value: number; readonly usual?: Usual },
): number {
  return measure === 'value' || usual === undefined ? value : (usual[measure] ?? 0);
}

/** Returns the bound that a value is nearest to or beyond, in the metric's unit. */
export function findLimit(
  { measure, fires }: Pick<Rule, 'measure' | 'fires'>,
  seen: { readonly value: number; readonly usual?: Usual } | null,
): number | null {
  if (seen === null) return measure === 'value' ? (fires.max ?? fires.min) : null;
  const bound = findBound(judgedBy(measure, seen), fires);
  if (measure === 'value' || seen.usual === undefined || bound === null) return bound;
  const { value, lower, upper } = seen.usual;
  if (measure === 'percent') return value + (Math.abs(value) * bound) / 100;
  return bound < 0 ? lower : upper;
}

export function isBeyond(comparison: Comparison, value: number, { min, max }: Bounds): boolean {
  const isOver = max !== null && (comparison === 'reached' ? value >= max : value > max);
  const isUnder = min !== null && value < min;
  return isOver || isUnder;
}

/** Returns how far a value is beyond its bounds. Negative within them. */
export function distanceBeyond(value: number, { min, max }: Bounds): number {
  const over = max === null ? Number.NEGATIVE_INFINITY : value - max;
  const under = min === null ? Number.NEGATIVE_INFINITY : min - value;
  return Math.max(over, under);
}

/** Returns the bound that the value is nearest to or beyond. */
export function findBound(value: number, { min, max }: Bounds): number | null {
  if (min === null || max === null) return min ?? max;
  return value - max >= min - value ? max : min;
}
