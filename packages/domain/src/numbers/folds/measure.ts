import type { Instant } from '../../core/index.ts';
import type { ValueAggregation } from '../metrics/index.ts';
import type { Missing } from '../point.ts';

/** Data of one interval that can still be merged exactly across intervals, zones and sites. */
export type Measure = FlowMeasure | StateMeasure | SampleMeasure | DistinctMeasure | StatusMeasure;
export type MeasureKind = Measure['kind'];

export interface FlowMeasure {
  readonly kind: 'flow';
  readonly sum: number;
  /** The readings of a duration, each weighted by its visits; only for percentiles. */
  readonly readings?: WeightedValues;
}

/** Values in any order, with their weights. */
export interface WeightedValues {
  readonly values: readonly number[];
  readonly weights: readonly number[];
}

/** Value that holds over time. Only the time in which it is known counts. */
export interface StateMeasure {
  readonly kind: 'state';
  /** Value × ms. */
  readonly integral: number;
  /** Known ms, above 0. */
  readonly time: number;
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly last: number;
  /**
   * The same values over only the time in which it was above 0; null if it never was. Only set when it is a divisor.
   */
  readonly above?: Pick<StateMeasure, 'min' | 'first' | 'last'> | null;
}

/** Samples by device: devices have equal weight however often they report. */
export interface SampleMeasure {
  readonly kind: 'sample';
  readonly devices: ReadonlyMap<number, SampleStats>;
}

export interface SampleStats {
  readonly sum: number;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly firstAt: Instant;
  readonly last: number;
  readonly lastAt: Instant;
  /** All values; only for percentiles. */
  readonly values: readonly number[];
  /** Number of occurrences of each value; once by default. */
  readonly weights?: readonly number[];
}

/**
 * Visitors, as hashes of visitor keys. A usual interval has one sketch per week, because a visitor of two weeks counts
 * in each; null for an unknown week.
 */
export interface DistinctMeasure {
  readonly kind: 'distinct';
  readonly weeks: readonly (Sketch | null)[];
}

/** Ascending hashes: the smallest ones, at most `sketchSize`. */
export type Sketch = readonly number[];

/**
 * Status codes of devices, 0 the best. `worst` and `best` are over the interval; `first` and `last` are the worst
 * device's.
 */
export interface StatusMeasure {
  readonly kind: 'status';
  readonly worst: number;
  readonly best: number;
  readonly first: number;
  readonly last: number;
}

/** One interval of one series: a `Point` that can still be folded. */
export type Cell =
  | {
      readonly state: 'known';
      readonly partial: boolean;
      /** Partial only because the interval is in progress; so far it is fully known. */
      readonly ongoing?: true;
      readonly measure: Measure;
    }
  | Missing
  | { readonly state: 'closed' }
  /** Nothing was installed there at that time: a passage added later, a removed meter. */
  | { readonly state: 'absent' };

/** How one kind of quantity folds. Lists are never empty. */
export interface KindFold<One extends Measure> {
  /** Merges disjoint zones or sites in the same interval. */
  readonly together: (parts: readonly One[]) => One;
  /** Merges the same interval of several weeks into a usual one. */
  readonly usual: (parts: readonly One[]) => One;
  /** Folds intervals, oldest first, into one number; null when the aggregation has none. */
  readonly overTime: (parts: readonly One[], aggregation: ValueAggregation) => number | null;
}
