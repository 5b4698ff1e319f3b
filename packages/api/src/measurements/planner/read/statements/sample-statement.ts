import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { type ReadingsOf, readingsCondition, readingsParams } from './readings-of.ts';

/** One device's samples of one metric in the piece of time that begins at `edge`. */
export interface SampleRow {
  readonly device: number;
  readonly metric: string;
  readonly edge: Instant;
  readonly sum: number;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly firstAt: Instant;
  readonly last: number;
  readonly lastAt: Instant;
  readonly values: readonly number[];
  /** Number of occurrences of each value; once by default. */
  readonly weights?: readonly number[];
}

/** Reads samples per device and piece of time, with every value when percentiles need them. */
export function sampleStatement(readings: ReadingsOf, edges: readonly Instant[], withValues: boolean): Statement {
  return {
    sql: `
SELECT device, metric,
  toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge,
  sum(value) AS sum, toFloat64(count()) AS count, min(value) AS min, max(value) AS max,
  argMin(value, at) AS first, toFloat64(min(at)) AS firstAt,
  argMax(value, at) AS last, toFloat64(max(at)) AS lastAt,
  ${withValues ? 'groupArray(value)' : 'emptyArrayFloat64()'} AS values
FROM readings FINAL
WHERE ${readingsCondition}
GROUP BY device, metric, edge`,
    params: { ...readingsParams(readings), edges },
  };
}
