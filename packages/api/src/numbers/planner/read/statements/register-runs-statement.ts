import type { Instant } from '@atrium/domain/core';
import { backForMs } from '@atrium/domain/numbers';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { dayMs } from '../../../rollups/dirty-days.ts';
import type { MeterInterval } from './meter-statements.ts';
import { type ReadingsOf, readingsCondition, readingsParams, sentCondition } from './readings-of.ts';

/** Run of consecutive, non-decreasing samples of a register in one piece of time. */
export interface RegisterRun {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly edge: Instant;
  readonly first: number;
  readonly firstAt: Instant;
  readonly last: number;
  readonly lastAt: Instant;
  /** Number of samples that came later than the meter's usual interval. */
  readonly gaps: number;
}

/** Samples from rollups, for times whose readings are deleted. */
const rolledRegisterValues = `
  SELECT device, metric, toString(descriptors) AS register, toInt64(day) * ${dayMs} + time AS moment, level AS stand
  FROM rollup_day_meters FINAL
  ARRAY JOIN times AS time, levels AS level
  WHERE ${sentCondition} AND day >= intDiv({from:Int64}, ${dayMs})
    AND moment >= {from:Int64} AND moment < least({to:Int64}, {kept:Int64})`;

/**
 * Reads the samples of registers as few rows, in order. Counting by runs gives the same result as by samples. A run
 * ends at an edge, before a fall, and before the first sample more than a day after one.
 */
export function registerRunsStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  reportingIntervals: readonly MeterInterval[],
  keptSince: Instant,
): Statement {
  return {
    sql: `
WITH samples AS (
  SELECT device, metric, toString(descriptors) AS register, at AS moment, value AS stand FROM readings FINAL
  WHERE ${readingsCondition}${keptSince > readings.from ? ` AND at >= {kept:Int64}\n  UNION ALL${rolledRegisterValues}` : ''}
)
SELECT device, metric, register AS descriptors, toFloat64(roundDown(moment, {edges:Array(Int64)})) AS edge,
  argMin(stand, moment) AS first, toFloat64(min(moment)) AS firstAt, argMax(stand, moment) AS last,
  toFloat64(max(moment)) AS lastAt, toFloat64(countIf(moment - since > gap)) AS gaps
FROM (
  SELECT *,
    sum(falls) OVER (PARTITION BY device, metric, register ORDER BY moment ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS run,
    sum(falls) OVER (PARTITION BY device, metric, register ORDER BY moment RANGE BETWEEN UNBOUNDED PRECEDING AND ${backForMs} PRECEDING) AS daysOn
  FROM (
    SELECT device, metric, register, moment, stand,
      toUInt32(stand < lagInFrame(stand, 1, stand) OVER line) AS falls,
      lagInFrame(moment, 1, moment) OVER line AS since,
      transform(device, {meters:Array(UInt32)}, {gaps:Array(Int64)}, toInt64(0)) AS gap
    FROM samples
    WINDOW line AS (PARTITION BY device, metric, register ORDER BY moment ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  )
)
GROUP BY device, metric, register, run, daysOn, edge
ORDER BY device, metric, register, firstAt`,
    params: {
      ...readingsParams(readings),
      edges,
      meters: reportingIntervals.map((rhythm) => rhythm.device),
      gaps: reportingIntervals.map((rhythm) => rhythm.gap),
      ...(keptSince > readings.from ? { kept: keptSince } : {}),
    },
  };
}
