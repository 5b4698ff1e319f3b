import type { Instant, Span } from '@atrium/domain/core';
import type { Statement } from '../../../platform/analytics-store.ts';
import { type ReadingsOf, readingsCondition, readingsParams } from './readings-of.ts';

/** A device of which a reading reaches across a cut. */
export interface CrossingRow {
  readonly device: number;
  readonly cut: Instant;
}

/** No reading covers more (ms), so only what began so long before a cut can reach across it. */
export const longestReading = 86_400_000;

/**
 * Which devices have readings that reach across which of the cuts. A replaced reading may still be seen, which names a
 * device too many: that costs time, not correctness.
 */
export function crossingStatement(readings: ReadingsOf, spans: readonly Span[], cuts: readonly Instant[]): Statement {
  const within = spans.map((_, index) => `(at >= {from${index}:Int64} AND at < {to${index}:Int64})`);
  return {
    sql: `
SELECT device, toFloat64(cut) AS cut
FROM readings
ARRAY JOIN arrayFilter(one -> at < one AND at >= one - ${longestReading} AND at + toInt64(interval) * 1000 > one,
  {cuts:Array(Int64)}) AS cut
WHERE ${readingsCondition}
  AND (${within.join(' OR ')})
  AND interval > 0
GROUP BY device, cut`,
    params: {
      ...readingsParams(readings),
      cuts,
      ...Object.fromEntries(
        spans.flatMap(({ from, to }, index) => [
          [`from${index}`, from],
          [`to${index}`, to],
        ]),
      ),
    },
  };
}
