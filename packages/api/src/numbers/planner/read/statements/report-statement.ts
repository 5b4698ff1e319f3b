import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../../platform/analytics-store.ts';
import type { TimePart } from './readings-of.ts';
import { type ReadingsSelection, readingsCondition, readingsParams, sentCondition, sentParams } from './readings-of.ts';

/** Gaps of a device. The first gap may begin before the statement's range (at 0: no earlier reading). */
export interface ReportRow {
  readonly device: number;
  readonly holeBegins: readonly Instant[];
  readonly holeEnds: readonly Instant[];
  /** End of what its last reading covers. */
  readonly until: Instant;
  /** Every combination of descriptors it sent. */
  readonly described: readonly string[];
}

/** Gap threshold of a device, in ms. */
export interface ReportingInterval {
  readonly device: number;
  /** Time covered by a reading without a length of its own. */
  readonly interval: number;
  /** Maximum tolerated gap. */
  readonly tolerance: number;
}

/**
 * Reads the gaps between devices' reports of any of the metrics. A corrected reading covers the same time as its first
 * version, so versions need no filter here.
 */
export function reportStatement(
  readings: ReadingsSelection,
  time: TimePart,
  reportingIntervals: readonly ReportingInterval[],
): Statement {
  return {
    sql: `
SELECT device,
  groupArrayIf(toFloat64(before), at - before > tolerance) AS holeBegins,
  groupArrayIf(toFloat64(at), at - before > tolerance) AS holeEnds,
  toFloat64(max(until)) AS until,
  groupUniqArray(descriptors) AS described
FROM (
  SELECT device, at, descriptors, until,
    max(until) OVER (PARTITION BY device ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before,
    transform(device, {rhythmDevices:Array(UInt32)}, {tolerances:Array(Int64)}, toInt64(0)) AS tolerance
  FROM (
    SELECT device, at, descriptors,
      at + if(interval > 0, toInt64(interval) * 1000, transform(device, {rhythmDevices:Array(UInt32)}, {intervals:Array(Int64)}, toInt64(0))) AS until
    FROM readings
    WHERE ${sentCondition}
      AND ${time.condition}
  )
)
GROUP BY device`,
    params: {
      ...sentParams(readings),
      ...time.params,
      rhythmDevices: reportingIntervals.map((rhythm) => rhythm.device),
      intervals: reportingIntervals.map((rhythm) => rhythm.interval),
      tolerances: reportingIntervals.map((rhythm) => rhythm.tolerance),
    },
  };
}

/** Selects which devices ever sent which metrics. */
export function senderStatement(readings: ReadingsSelection): Statement {
  const always = { ...readings, from: -8.64e15, to: 8.64e15 };
  return {
    sql: `
SELECT device, metric FROM readings
WHERE ${readingsCondition}
LIMIT 1 BY device, metric`,
    params: readingsParams(always),
  };
}
