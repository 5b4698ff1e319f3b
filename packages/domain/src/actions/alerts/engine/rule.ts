import type { Instant } from '../../../core/index.ts';

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

/** An alert's parameters for the engine. Durations are in ms. */
export interface Rule {
  readonly comparison: Comparison;
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
    }
  /** No data. */
  | { readonly kind: 'missing'; readonly from: Instant; readonly to: Instant }
  /** The rule does not apply during this time. */
  | { readonly kind: 'closed'; readonly from: Instant; readonly to: Instant };

/** Time passes without an observation. */
export interface Tick {
  readonly kind: 'tick';
  readonly at: Instant;
  /** Readings of intervals that ended by then should have arrived, so silence counts up to here. Defaults to `at`. */
  readonly arrivedUntil?: Instant;
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
