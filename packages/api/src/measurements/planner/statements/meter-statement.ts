import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../platform/analytics-store.ts';
import { type ReadingsOf, readingsCondition, readingsParams } from './readings-of.ts';

/** What one register of a meter counted between its samples, each difference in the later sample's piece of time. */
export interface MeterRow {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly edge: Instant;
  readonly amount: number;
  /** Differences that span a longer time than the meter's samples are apart. */
  readonly gaps: number;
}

/** How a meter behaves: it starts anew at `rollover` (0: never), and samples further apart than `gap` (ms) left a hole. */
export interface MeterRhythm {
  readonly device: number;
  readonly rollover: number;
  readonly gap: number;
}

/**
 * Differences between consecutive samples, the first one against the last sample before the time read. A fall is a wrap
 * where the meter has a rollover and would have counted less than half of it since; otherwise the meter was reset and
 * counts from 0. Every register comes by itself: which of several alternatives counts depends on what is asked.
 */
export function meterStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  rhythms: readonly MeterRhythm[],
): Statement {
  return {
    sql: `
WITH samples AS (
  SELECT device, metric, toString(descriptors) AS register, at AS moment, value AS stand FROM readings FINAL
  WHERE ${readingsCondition}
  UNION ALL
  SELECT device, metric, toString(descriptors) AS register, max(at) AS moment, argMax(value, at) AS stand FROM readings FINAL
  WHERE ${readingsCondition.replace('at >= {from:Int64} AND at < {to:Int64}', 'at < {from:Int64}')}
  GROUP BY device, metric, register
)
SELECT device, metric, register AS descriptors, toFloat64(roundDown(moment, {edges:Array(Int64)})) AS edge,
  sum(multiIf(stand >= before, stand - before, rollover > 0 AND stand - before + rollover < rollover / 2, stand - before + rollover, stand)) AS amount,
  toFloat64(countIf(moment - previous > gap)) AS gaps
FROM (
  SELECT device, metric, register, moment, stand,
    row_number() OVER line AS number,
    lagInFrame(stand) OVER line AS before,
    lagInFrame(moment) OVER line AS previous,
    transform(device, {meters:Array(UInt32)}, {rollovers:Array(Float64)}, 0.) AS rollover,
    transform(device, {meters:Array(UInt32)}, {gaps:Array(Int64)}, toInt64(0)) AS gap
  FROM samples
  WINDOW line AS (PARTITION BY device, metric, register ORDER BY moment ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)
WHERE number > 1 AND moment >= {from:Int64}
GROUP BY device, metric, register, edge`,
    params: {
      ...readingsParams(readings),
      edges: edges.slice(0, -1),
      meters: rhythms.map((rhythm) => rhythm.device),
      rollovers: rhythms.map((rhythm) => rhythm.rollover),
      gaps: rhythms.map((rhythm) => rhythm.gap),
    },
  };
}
