import type { Instant, Span } from '@atrium/domain/core';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { plainReadings, plainReadingsWithEnds, type ReadingsOf, readingsParams, totalReadings } from './readings-of.ts';
import type { StateSource } from './state-statement.ts';

/** Series with the same edges and resets. */
export interface BalanceGroup {
  /** Numbered uniquely across groups. */
  readonly sources: readonly StateSource[];
  /** Include every reset and begin with one. */
  readonly edges: readonly Instant[];
  readonly resets: readonly Instant[];
  /** Cut of the group's time. Readings across it count by their share before it. */
  readonly cutAt: Instant | null;
}

/**
 * `stateStatement` for several groups, each with its own pieces and resets. At each edge a piece begins, and at each
 * reset a day. `spans` is the time to read.
 */
export function sharedStateStatement(
  readings: ReadingsOf,
  spans: readonly Span[],
  groups: readonly BalanceGroup[],
  hasAlternatives: boolean,
): Statement {
  const pieces = groups.flatMap(piecesOf);
  const sources = groups.flatMap(sourcesWithin);
  const column = <Key extends keyof StateSource>(key: Key) => sources.map((source) => source[key]);
  const times = spans.map((_, index) => `(at >= {from${index}:Int64} AND at < {to${index}:Int64})`).join(' OR ');
  const isCut = groups.some(({ cutAt }) => cutAt !== null);
  const plain = isCut ? plainReadingsWithEnds : plainReadings;
  const counts = (hasAlternatives ? totalReadings('value', isCut) : plain).replace(
    'at >= {from:Int64} AND at < {to:Int64}',
    `(${times})`,
  );
  return {
    sql: `
WITH
  sources AS (
    SELECT source.1 AS series, source.2 AS device, source.3 AS metric, source.4 AS sign, source.5 AS begins, source.6 AS ends${isCut ? ', source.7 AS cut' : ''}
    FROM (
      SELECT arrayJoin(arrayZip({sourceSeries:Array(UInt32)}, {sourceDevices:Array(UInt32)}, {sourceMetrics:Array(String)},
        {sourceSigns:Array(Int8)}, {sourceBegins:Array(Int64)}, {sourceEnds:Array(Int64)}${isCut ? ', {sourceCuts:Array(Int64)}' : ''})) AS source
    )
  ),
  moments AS (
    SELECT series, at, sum(change) AS net, max(piece) AS piece, max(reset) AS reset, max(ends) AS ends
    FROM (
      SELECT sources.series AS series, counted.at AS at, sources.sign * counted.total${isCut ? beforeCut : ''} AS change,
        toInt64(0) AS piece, toInt64(0) AS reset, toInt64(0) AS ends
      FROM (${counts}) AS counted
      INNER JOIN sources ON sources.device = counted.device AND sources.metric = counted.metric
      WHERE counted.at >= sources.begins AND counted.at < sources.ends
      UNION ALL
      SELECT cut.1 AS series, cut.2 AS at, 0. AS change, cut.2 AS piece, cut.3 AS reset, cut.4 AS ends
      FROM (
        SELECT arrayJoin(arrayZip({pieceSeries:Array(UInt32)}, {pieces:Array(Int64)}, {pieceResets:Array(Int64)}, {pieceEnds:Array(Int64)})) AS cut
      )
    )
    GROUP BY series, at
  ),
  balances AS (
    SELECT series, at, piece, day, until, sum(net) OVER (PARTITION BY series, day ORDER BY at) AS balance
    FROM (
      SELECT series, at, net,
        max(piece) OVER past AS piece, max(reset) OVER past AS day,
        least(max(ends) OVER past, leadInFrame(at, 1, {never:Int64}) OVER (PARTITION BY series ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)) AS until
      FROM moments
      WINDOW past AS (PARTITION BY series ORDER BY at)
    )
  ),
  steps AS (
    SELECT series, at, piece, until,
      balance - least(0., min(balance) OVER (PARTITION BY series, day ORDER BY at)) AS inside
    FROM balances
  )
SELECT series, toFloat64(piece) AS edge,
  sum(inside * (until - at)) AS integral,
  min(inside) AS min, max(inside) AS max, argMin(inside, at) AS first, argMax(inside, at) AS last,
  minIf(inside, inside > 0) AS minAbove, argMinIf(inside, at, inside > 0) AS firstAbove, argMaxIf(inside, at, inside > 0) AS lastAbove
FROM steps
GROUP BY series, edge
ORDER BY series, edge`,
    params: {
      ...readingsParams(readings),
      ...Object.fromEntries(
        spans.flatMap(({ from, to }, index) => [
          [`from${index}`, from],
          [`to${index}`, to],
        ]),
      ),
      sourceSeries: column('series'),
      sourceDevices: column('device'),
      sourceMetrics: column('metric'),
      sourceSigns: column('sign'),
      sourceBegins: column('from'),
      sourceEnds: column('to'),
      ...(isCut ? { sourceCuts: sources.map(({ cutAt }) => cutAt ?? never) } : {}),
      pieceSeries: pieces.map((piece) => piece.series),
      pieces: pieces.map((piece) => piece.at),
      pieceResets: pieces.map((piece) => piece.reset),
      pieceEnds: pieces.map((piece) => piece.ends),
      never,
    },
  };
}

const never = 8.64e15;

/** Share of a reading before its source's cut. */
const beforeCut = ' * if(counted.ends > sources.cut, (sources.cut - counted.at) / (counted.ends - counted.at), 1.)';

/** Returns each piece of each series, with the last reset before it and the end of the group's time. */
function piecesOf({ sources, edges, resets }: BalanceGroup) {
  const isReset = new Set(resets);
  const ends = edges.at(-1) as Instant;
  let reset = edges[0] as Instant;
  const cuts = edges.slice(0, -1).map((at) => {
    if (isReset.has(at)) reset = at;
    return { at, reset, ends };
  });
  return [...new Set(sources.map((source) => source.series))].flatMap((series) =>
    cuts.map((cut) => ({ series, ...cut })),
  );
}

/** Limits sources to their group's time, because the statement also reads that of other groups. */
function sourcesWithin({ sources, edges, cutAt }: BalanceGroup) {
  const [from, to] = [edges[0] as Instant, edges.at(-1) as Instant];
  return sources
    .map((source) => ({ ...source, from: Math.max(source.from, from), to: Math.min(source.to, to), cutAt }))
    .filter((source) => source.from < source.to);
}
