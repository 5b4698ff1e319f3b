import type { Span } from '@atrium/domain/core';
import type { Statement } from '../../../platform/analytics-store.ts';
import { dayMs } from '../../rollups/index.ts';
import { joinSpans } from '../scans/merge-scans.ts';
import { coverDays, rangesPart } from '../scans/time-cover.ts';
import type { ReadingsOf } from './readings-of.ts';
import type { Rhythm } from './report-statement.ts';
import { rolledParams } from './rolled-source.ts';

/** A report, or that the device's instants lie further apart than its rhythm allows: only its readings can tell. */
export interface RolledReportRow {
  readonly device: number;
  readonly holeBegins: readonly number[];
  readonly holeEnds: readonly number[];
  readonly until: number;
  readonly described: readonly string[];
  readonly isUnsure: 0 | 1;
}

/** Which of the devices ever sent which of the metrics. */
export interface SenderRow {
  readonly device: number;
  readonly metric: string;
}

const sent = `organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}`;
const lookUp = (list: string) => `transform(device, {rhythmDevices:Array(UInt32)}, {${list}:Array(Int64)}, toInt64(0))`;

/**
 * `reportStatement` from the runs in which devices were heard of. Inside a run no hole is long enough to matter, and at
 * its ends the holes are what they are among the readings. Days are read whole, which moves only holes outside the
 * windows (ascending, disjoint).
 */
export function rolledReportStatement(
  readingsOf: ReadingsOf,
  windows: readonly Span[],
  rhythms: readonly Rhythm[],
  dirtyDays: readonly number[],
): Statement {
  const of = { readings: readingsOf, cover: coverDays(windows, dirtyDays) };
  const days = rangesPart(
    'days',
    joinSpans(
      windows.map(({ from, to }) => ({ from: Math.floor(from / dayMs), to: Math.floor((to - 1) / dayMs) + 1 })),
    ),
    'day',
  );
  const raw = of.cover.readings;
  const readings =
    raw === null
      ? ''
      : `UNION ALL
      SELECT device, at, [toString(descriptors)] AS described,
        at + if(interval > 0, toInt64(interval) * 1000, ${lookUp('intervals')}) AS until, 0 AS is_unsure
      FROM readings
      WHERE ${sent}
        AND ${raw.condition}`;
  return {
    sql: `
SELECT device,
  groupArrayIf(toFloat64(before), at - before > tolerance) AS holeBegins,
  groupArrayIf(toFloat64(at), at - before > tolerance) AS holeEnds,
  toFloat64(max(until)) AS until,
  groupUniqArrayArray(described) AS described,
  max(is_unsure) AS isUnsure
FROM (
  SELECT device, at, described, until, is_unsure,
    max(until) OVER (PARTITION BY device ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before,
    ${lookUp('tolerances')} AS tolerance
  FROM (
      SELECT device, run.1 AS at, described, run.2 AS until, is_unsure
      FROM (
        SELECT device, described, gap > ${lookUp('intervals')} + ${lookUp('tolerances')} AS is_unsure,
          arrayConcat(spans, arrayMap(one -> (one.1, one.2 + ${lookUp('intervals')}), points)) AS runs
        FROM rollup_heard FINAL
        WHERE ${sent}
          AND ${days.condition}
          AND NOT has({unrolled:Array(UInt32)}, day)
      ) ARRAY JOIN runs AS run
      ${readings}
  )
)
GROUP BY device`,
    params: {
      ...rolledParams(of),
      unrolled: dirtyDays,
      ...days.params,
      rhythmDevices: rhythms.map((rhythm) => rhythm.device),
      intervals: rhythms.map((rhythm) => rhythm.interval),
      tolerances: rhythms.map((rhythm) => rhythm.tolerance),
    },
  };
}

/** `senderStatement` with the same rows, from what was heard by day: few rows beside the readings. */
export function rolledSenderStatement(
  { organizationId, installations, metrics, devices }: Omit<ReadingsOf, 'from' | 'to'>,
  dirtyDays: readonly number[],
): Statement {
  return {
    sql: `
SELECT DISTINCT device, metric FROM (
  SELECT device, metric FROM rollup_heard WHERE ${sent}
  UNION ALL
  SELECT device, metric FROM readings WHERE ${sent} AND intDiv(at, ${dayMs}) IN {unrolled:Array(Int64)}
    AND at >= {from:Int64} AND at < {to:Int64}
)`,
    params: {
      organization: organizationId,
      installations,
      metrics,
      devices,
      unrolled: dirtyDays,
      from: (dirtyDays[0] ?? 0) * dayMs,
      to: dirtyDays.length === 0 ? 0 : ((dirtyDays.at(-1) as number) + 1) * dayMs,
    },
  };
}
