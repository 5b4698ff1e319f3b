import type { ValueAggregation } from '../metrics/index.ts';
import type { Measure } from './measure.ts';

/** How one kind of quantity folds. Lists are never empty. */
export interface KindFold<One extends Measure> {
  /** Disjoint zones or sites in the same interval, seen as one. */
  readonly together: (parts: readonly One[]) => One;
  /** The same interval of several weeks, made into a usual one. */
  readonly usual: (parts: readonly One[]) => One;
  /** One number of several intervals, oldest first; null when the aggregation finds none. */
  readonly overTime: (parts: readonly One[], aggregation: ValueAggregation) => number | null;
}
