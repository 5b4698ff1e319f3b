import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../platform/analytics-store.ts';
import { plainReadings, type ReadingsOf, readingsParams, totalReadings } from './readings-of.ts';

/** A crossing source of a series: whose readings add (1) or take away (−1) people, while from ≤ at < to. */
export interface StateSource {
  readonly series: number;
  readonly device: number;
  readonly metric: string;
  readonly sign: 1 | -1;
  readonly from: Instant;
  readonly to: Instant;
}

/** People inside in the piece of time that begins at `edge`; `integral` is people × ms over the whole piece. */
export interface StateRow {
  readonly series: number;
  readonly edge: Instant;
  readonly integral: number;
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly last: number;
}

/**
 * The people inside, from the crossings themselves: S is the balance of all crossings since the last reset (simultaneous
 * ones netted first), and inside = S − min(0, lowest S so far). Every edge is an instant of its own, so that a stretch
 * without crossings carries its value into the next piece and none reaches across two.
 * `edges` must contain every reset that lies between its ends and begin with one. `hasAlternatives` says whether devices
 * sent totals beside splits, of which only one counts.
 */
export function stateStatement(
  readings: ReadingsOf,
  sources: readonly StateSource[],
  edges: readonly Instant[],
  resets: readonly Instant[],
  hasAlternatives: boolean,
): Statement {
  const column = <Key extends keyof StateSource>(key: Key) => sources.map((source) => source[key]);
  return {
    sql: `
WITH
  sources AS (
    SELECT source.1 AS series, source.2 AS device, source.3 AS metric, source.4 AS sign, source.5 AS begins, source.6 AS ends
    FROM (
      SELECT arrayJoin(arrayZip({sourceSeries:Array(UInt32)}, {sourceDevices:Array(UInt32)}, {sourceMetrics:Array(String)},
        {sourceSigns:Array(Int8)}, {sourceBegins:Array(Int64)}, {sourceEnds:Array(Int64)})) AS source
    )
  ),
  moments AS (
    SELECT series, at, sum(change) AS net
    FROM (
      SELECT sources.series AS series, counted.at AS at, sources.sign * counted.total AS change
      FROM (${hasAlternatives ? totalReadings : plainReadings}) AS counted
      INNER JOIN sources ON sources.device = counted.device AND sources.metric = counted.metric
      WHERE counted.at >= sources.begins AND counted.at < sources.ends
      UNION ALL
      SELECT arrayJoin({series:Array(UInt32)}) AS series, arrayJoin({pieces:Array(Int64)}) AS at, 0. AS change
    )
    GROUP BY series, at
  ),
  balances AS (
    SELECT series, at, day, sum(net) OVER (PARTITION BY series, day ORDER BY at) AS balance
    FROM (SELECT series, at, net, roundDown(at, {resets:Array(Int64)}) AS day FROM moments)
  ),
  steps AS (
    SELECT series, at,
      balance - least(0., min(balance) OVER (PARTITION BY series, day ORDER BY at)) AS inside,
      leadInFrame(at, 1, {to:Int64}) OVER (PARTITION BY series ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS until
    FROM balances
  )
SELECT series, toFloat64(roundDown(at, {pieces:Array(Int64)})) AS edge,
  sum(inside * (until - at)) AS integral,
  min(inside) AS min, max(inside) AS max, argMin(inside, at) AS first, argMax(inside, at) AS last
FROM steps
GROUP BY series, edge
ORDER BY series, edge`,
    params: {
      ...readingsParams(readings),
      sourceSeries: column('series'),
      sourceDevices: column('device'),
      sourceMetrics: column('metric'),
      sourceSigns: column('sign'),
      sourceBegins: column('from'),
      sourceEnds: column('to'),
      series: [...new Set(column('series'))],
      pieces: edges.slice(0, -1),
      resets,
    },
  };
}
