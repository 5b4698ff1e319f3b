import type { Instant, Span } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { amounts } from './flow-statement.ts';
import { buildRangesPart, type ReadingsOf, readingsCondition, readingsParams } from './readings-of.ts';

/** Reading across a cut, with its share beyond it. */
export interface CrossingRow {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly at: Instant;
  readonly cut: Instant;
  readonly beyond: number;
}

/** Maximum length of a reading (ms). Only readings that begin this long before a cut can reach across it. */
export const maxReadingMs = 86_400_000;

/** Selects readings across any of the cuts; `spans` contain the times in which they begin. */
export function crossingStatement(
  readings: ReadingsOf,
  spans: readonly Span[],
  cuts: readonly Instant[],
  amount: CountedAmount,
): Statement {
  const within = buildRangesPart('begin', spans);
  const end = 'at + toInt64(interval) * 1000';
  return {
    sql: `
SELECT device, metric, descriptors, toFloat64(at) AS at, toFloat64(cut) AS cut,
  sum(${amounts[amount]} * (end - cut) / (interval * 1000.)) AS beyond
FROM (
  SELECT device, metric, descriptors, at, interval, value, weight, ${end} AS end
  FROM readings FINAL
  WHERE ${readingsCondition}
    AND ${within.condition}
    AND interval > 0
)
ARRAY JOIN arrayFilter(one -> at < one AND at >= one - ${maxReadingMs} AND end > one, {cuts:Array(Int64)}) AS cut
GROUP BY device, metric, descriptors, at, cut`,
    params: { ...readingsParams(readings), ...within.params, cuts },
  };
}
