import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../../platform/analytics-store.ts';
import type { TimePart } from '../time-cover.ts';
import { readingsCondition, readingsParams, type Sent, sentCondition, sentParams } from './readings-of.ts';

/** When a device was not heard of. The first hole may begin before the statement's range (at 0: nothing came before). */
export interface ReportRow {
  readonly device: number;
  readonly holeBegins: readonly Instant[];
  readonly holeEnds: readonly Instant[];
  /** The end of what its last reading covers. */
  readonly until: Instant;
  /** Every combination of descriptors it sent. */
  readonly described: readonly string[];
  /** Length of its longest reading, s; nothing where that was not looked for. */
  readonly longest?: number;
}

/** What a device's silence means, in ms. */
export interface Rhythm {
  readonly device: number;
  /** What a reading without a length of its own covers. */
  readonly interval: number;
  /** A hole no longer than this is none. */
  readonly tolerance: number;
}

/**
 * The holes between what devices reported, whichever of the metrics they reported. A corrected reading covers what its
 * first version did, so versions need not be told apart here.
 */
export function reportStatement(readings: Sent, time: TimePart, rhythms: readonly Rhythm[]): Statement {
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
      rhythmDevices: rhythms.map((rhythm) => rhythm.device),
      intervals: rhythms.map((rhythm) => rhythm.interval),
      tolerances: rhythms.map((rhythm) => rhythm.tolerance),
    },
  };
}

/** Which of the devices ever sent which of the metrics. */
export function senderStatement(readings: Sent): Statement {
  const always = { ...readings, from: -8.64e15, to: 8.64e15 };
  return {
    sql: `
SELECT device, metric FROM readings
WHERE ${readingsCondition}
LIMIT 1 BY device, metric`,
    params: readingsParams(always),
  };
}
