import type { Instant } from '../../core/index.ts';

/**
 * - above: beyond once it is more than `max`.
 * - reached: beyond once it is `max` or more.
 * - below: beyond once it is less than `min`.
 * - outside: beyond below `min` or above `max`.
 */
export type Comparison = 'above' | 'reached' | 'below' | 'outside';

/** A limit, or two of them; null where that side has none. */
export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

/** What the engine needs of an alert: numbers and durations only. Durations in ms. */
export interface Rule {
  readonly comparison: Comparison;
  /** Beyond these for `enterHold`, and still beyond them then, it fires. */
  readonly fires: Bounds;
  /** No longer beyond these for `leaveHold` it ends; never farther out than `fires`. */
  readonly ends: Bounds;
  readonly enterHold: number;
  readonly leaveHold: number;
  /** Nothing known for longer than this is "no data": a state of its own, and never the end of an alert. */
  readonly silentAfter: number;
  /** The values are sums, which only grow until their interval is over: one that is beyond already may be judged early. */
  readonly isSum: boolean;
  /** 0…1: an interval less of which is known is not judged as if it were whole. */
  readonly minCoverage: number;
  /** Tells people again this often while it lasts; null: once. */
  readonly remindEvery: number | null;
}

/** What was seen of a place, intervals in the order of time and without overlap; `to` is excluded. */
export type Observation =
  | {
      readonly kind: 'known';
      readonly from: Instant;
      readonly to: Instant;
      readonly value: number;
      /** 0…1, the share of the interval's sources and time that is known. */
      readonly coverage: number;
      /** Its end is still to come. */
      readonly isInProgress: boolean;
    }
  /** Nothing was told of it. */
  | { readonly kind: 'missing'; readonly from: Instant; readonly to: Instant }
  /** The rule does not apply then. */
  | { readonly kind: 'closed'; readonly from: Instant; readonly to: Instant };

/** Time passes. */
export interface Tick {
  readonly kind: 'tick';
  readonly at: Instant;
  /** Readings of intervals that ended by then have had time to arrive: silence counts up to here. Left out: up to `at`. */
  readonly arrivedUntil?: Instant;
}

export function isBeyond(comparison: Comparison, value: number, { min, max }: Bounds): boolean {
  const isOver = max !== null && (comparison === 'reached' ? value >= max : value > max);
  const isUnder = min !== null && value < min;
  return isOver || isUnder;
}

/** How far a value is out of its bounds: positive beyond them, the greater the farther. */
export function distanceBeyond(value: number, { min, max }: Bounds): number {
  const over = max === null ? Number.NEGATIVE_INFINITY : value - max;
  const under = min === null ? Number.NEGATIVE_INFINITY : min - value;
  return Math.max(over, under);
}

/** The bound a value is judged by: the one it is nearer to, or past. */
export function boundOf(value: number, { min, max }: Bounds): number | null {
  if (min === null || max === null) return min ?? max;
  return value - max >= min - value ? max : min;
}
