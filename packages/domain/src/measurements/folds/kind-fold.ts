import type { ValueAggregation } from '../metrics/index.ts';
import type { Measure } from './measure.ts';

/** How one kind of quantity folds. Lists are never empty. */
export interface KindFold<One extends Measure> {
  /** Merges disjoint zones or sites in the same interval. */
  readonly together: (parts: readonly One[]) => One;
  /** Merges the same interval of several weeks into a usual one. */
  readonly usual: (parts: readonly One[]) => One;
  /** Folds intervals, oldest first, into one number; null when the aggregation has none. */
  readonly overTime: (parts: readonly One[], aggregation: ValueAggregation) => number | null;
}
