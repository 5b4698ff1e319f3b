import type { Instant, Span } from '@atrium/domain/core';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { buildAmount, cutParams } from './count-statements.ts';
import { plainReadings, plainReadingsWithEnds, type ReadingsOf, readingsParams, totalReadings } from './readings-of.ts';

/** Crossing source of a series: its readings add (1) or subtract (−1) people while from ≤ at < to. */
export interface StateSource {
  readonly series: number;
  readonly device: number;
  readonly metric: string;
  readonly sign: 1 | -1;
  readonly from: Instant;
  readonly to: Instant;
  /** For levels: start of the device's uninterrupted reporting. Its last value before `from` still holds. */
  readonly heardFrom?: Instant;
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
  /** Over the time with people inside; 0 if there were never any. */
  readonly minAbove: number;
  readonly firstAbove: number;
  readonly lastAbove: number;
}

/** Sources, edges and resets of a balance; see `stateStatement`. */
export interface BalanceTime {
  readonly sources: readonly StateSource[];
  /** Includes every reset between its ends and begins with one. */
  readonly edges: readonly Instant[];
  readonly resets: readonly Instant[];
}

const sourcesWith = (more = '', column = '') => `
  sources AS (
    SELECT source.1 AS series, source.2 AS device, source.3 AS metric, source.4 AS sign, source.5 AS begins, source.6 AS ends${column}
    FROM (
      SELECT arrayJoin(arrayZip({sourceSeries:Array(UInt32)}, {sourceDevices:Array(UInt32)}, {sourceMetrics:Array(String)},
        {sourceSigns:Array(Int8)}, {sourceBegins:Array(Int64)}, {sourceEnds:Array(Int64)}${more})) AS source
    )
  )`;
const sourcesTable = sourcesWith();
const levelSourcesTable = sourcesWith(', {sourceHeard:Array(Int64)}', ', source.7 AS heard');

/** Rows of `series, at, change`: counts joined with their sources. */
const changesIn = (counts: string, factor = '') => `
      SELECT sources.series AS series, counted.at AS at, sources.sign * counted.total${factor} AS change
      FROM (${counts}) AS counted
      INNER JOIN sources ON sources.device = counted.device AND sources.metric = counted.metric
      WHERE counted.at >= sources.begins AND counted.at < sources.ends`;

const sinceReset = 'roundDown(at, {resets:Array(Int64)})';
const sinceTold = `greatest(${sinceReset}, arrayMax(arrayMap(
        (pointed, since) -> if(pointed = series AND since <= at, since, toInt64(0)), {pointSeries:Array(UInt32)}, {points:Array(Int64)})))`;

/** `told`: changes have a column of that name; where set, the balance restarts from a manual correction at `at`. */
const stepsTables = (changes: string, more = '', passed = '', told = false) => `
  moments AS (
    SELECT series, at, sum(change)${told ? ' + sum(told)' : ''} AS net${more}
    FROM (${changes}
      UNION ALL
      SELECT arrayJoin({series:Array(UInt32)}) AS series, arrayJoin({pieces:Array(Int64)}) AS at, 0. AS change${told ? ', 0. AS told' : ''}
    )
    GROUP BY series, at
  ),
  balances AS (
    SELECT series, at, day${passed}, sum(net) OVER (PARTITION BY series, day ORDER BY at) AS balance
    FROM (SELECT series, at, net${passed}, ${told ? sinceTold : sinceReset} AS day FROM moments)
  ),
  steps AS (
    SELECT series, at${passed === '' ? '' : `, day${passed}`},
      balance - least(0., min(balance) OVER (PARTITION BY series, day ORDER BY at)) AS inside,
      leadInFrame(at, 1, {to:Int64}) OVER (PARTITION BY series ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS until
    FROM balances
  )`;

const statesOfSteps = `
SELECT series, toFloat64(roundDown(at, {pieces:Array(Int64)})) AS edge,
  sum(inside * (until - at)) AS integral,
  min(inside) AS min, max(inside) AS max, argMin(inside, at) AS first, argMax(inside, at) AS last,
  minIf(inside, inside > 0) AS minAbove, argMinIf(inside, at, inside > 0) AS firstAbove, argMaxIf(inside, at, inside > 0) AS lastAbove
FROM steps
GROUP BY series, edge
ORDER BY series, edge`;

function balanceParams(readings: ReadingsOf, { sources, edges, resets }: BalanceTime): Statement['params'] {
  const column = <Key extends keyof StateSource>(key: Key) => sources.map((source) => source[key]);
  return {
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
  };
}

/**
 * Computes people inside from crossings.
 *
 * S is the balance of all crossings since the last reset (simultaneous ones netted first), and inside = S − min(0,
 * lowest S so far). Every edge is a row, so that time without crossings carries its value into the next piece.
 *
 * `hasAlternatives`: devices sent totals and splits, of which only one counts. A reading across `cutAt` counts by its
 * share before it, as for crossings.
 */
export function stateStatement(
  readings: ReadingsOf,
  sources: readonly StateSource[],
  edges: readonly Instant[],
  resets: readonly Instant[],
  hasAlternatives: boolean,
  cutAt: Instant | null = null,
): Statement {
  const isPlain = !hasAlternatives && cutAt === null;
  const changes = changesIn(isPlain ? plainReadings : totalReadings(buildAmount('value', cutAt)));
  return {
    sql: `
WITH${sourcesTable},${stepsTables(changes)}${statesOfSteps}`,
    params: { ...balanceParams(readings, { sources, edges, resets }), ...cutParams(cutAt) },
  };
}

/** Manual correction: number of people inside a series at an instant. */
export interface SeriesPoint {
  readonly series: number;
  readonly at: Instant;
  readonly value: number;
}

/** Same, with the balance restarting from the value of each point. Points outside the time are ignored. */
export function correctedByHandStatement(
  readings: ReadingsOf,
  time: BalanceTime,
  points: readonly SeriesPoint[],
  cutAt: Instant | null = null,
): Statement {
  const changes = changesAndPoints(buildAmount('value', cutAt));
  return {
    sql: `
WITH${sourcesTable},${stepsTables(changes, '', '', true)}${statesOfSteps}`,
    params: { ...balanceParams(readings, time), ...pointParams(readings, points), ...cutParams(cutAt) },
  };
}

/** Rows of `series, at, change, told`. */
const changesAndPoints = (amount: string) => `
      SELECT series, at, change, 0. AS told FROM (${changesIn(totalReadings(amount))})
      UNION ALL
      SELECT point.1 AS series, point.2 AS at, 0. AS change, point.3 AS told
      FROM (SELECT arrayJoin(arrayZip({pointSeries:Array(UInt32)}, {points:Array(Int64)}, {pointValues:Array(Float64)})) AS point)`;

function pointParams({ from, to }: ReadingsOf, points: readonly SeriesPoint[]): Statement['params'] {
  const within = points.filter(({ at }) => at >= from && at < to);
  return {
    pointSeries: within.map(({ series }) => series),
    points: within.map(({ at }) => at),
    pointValues: within.map(({ value }) => value),
  };
}

/** Factor for the crossings of one series in one direction on the day that begins at `day`. */
export interface DayFactor {
  readonly series: number;
  readonly sign: 1 | -1;
  readonly day: Instant;
  readonly factor: number;
}

/** Same, with each day's crossings rescaled; `days` contains the start of every day, rescaled or not. */
export function correctedStateStatement(
  readings: ReadingsOf,
  time: BalanceTime,
  days: readonly Instant[],
  factors: readonly DayFactor[],
): Statement {
  const factor = ` * transform(concat(toString(sources.series), ' ', toString(sources.sign), ' ', toString(roundDown(counted.at, {days:Array(Int64)}))),
        {factorKeys:Array(String)}, {factors:Array(Float64)}, 1.)`;
  return {
    sql: `
WITH${sourcesTable},${stepsTables(changesIn(totalReadings(), factor))}${statesOfSteps}`,
    params: {
      ...balanceParams(readings, time),
      days,
      factorKeys: factors.map(({ series, sign, day }) => `${series} ${sign} ${day}`),
      factors: factors.map((one) => one.factor),
    },
  };
}

/** Entries in the piece of time that begins at `edge` while the series was full. */
export interface RefusalRow {
  readonly series: number;
  readonly edge: Instant;
  readonly refused: number;
}

/** Maximum number of people in a series from the reset at `day` to the next. */
export interface DayLimit {
  readonly series: number;
  readonly day: Instant;
  readonly limit: number;
}

/**
 * Counts entries at instants before which the series was at its limit of that day. A manual correction applies from its
 * instant on, entries of the same instant included.
 */
export function refusalStatement(
  readings: ReadingsOf,
  time: BalanceTime,
  limits: readonly DayLimit[],
  points: readonly SeriesPoint[] = [],
): Statement {
  const told = points.length > 0;
  const entered = ', sum(greatest(change, 0.)) AS entered';
  const steps = told
    ? stepsTables(changesAndPoints('value'), `${entered}, sum(told) AS seen`, ', entered, seen', true)
    : stepsTables(changesIn(totalReadings()), entered, ', entered');
  return {
    sql: `
WITH${sourcesTable},${steps}
SELECT series, toFloat64(roundDown(at, {pieces:Array(Int64)})) AS edge, sumIf(entered, before >= most) AS refused
FROM (
  SELECT series, at, entered,
    ${told ? 'seen + ' : ''}lagInFrame(inside, 1, 0.) OVER (PARTITION BY series, day ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS before,
    transform(concat(toString(series), ' ', toString(${told ? sinceReset : 'day'})), {limitKeys:Array(String)}, {limits:Array(Float64)}, inf) AS most
  FROM steps
)
GROUP BY series, edge
ORDER BY series, edge`,
    params: {
      ...balanceParams(readings, time),
      ...(told ? pointParams(readings, points) : {}),
      limitKeys: limits.map(({ series, day }) => `${series} ${day}`),
      limits: limits.map(({ limit }) => limit),
    },
  };
}

/** Rows of `series, at, change`: reported levels, each held until the next one or the end of its source. */
const changesOfLevels = (amount: string) => `
      SELECT series, at, level - lagInFrame(level, 1, 0.) OVER (PARTITION BY series, device, metric, day ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS change
      FROM (
        SELECT series, device, metric, at, argMax(change, (isTold, told)) AS level, roundDown(at, {resets:Array(Int64)}) AS day
        FROM (
          SELECT sources.series AS series, sources.device AS device, sources.metric AS metric,
            greatest(counted.at, sources.begins) AS at, counted.total AS change, 1 AS isTold, counted.at AS told
          FROM (${totalReadings(amount)}) AS counted
          INNER JOIN sources ON sources.device = counted.device AND sources.metric = counted.metric
          WHERE counted.at >= sources.heard AND counted.at < sources.ends
            AND roundDown(counted.at, {resets:Array(Int64)}) = roundDown(greatest(counted.at, sources.begins), {resets:Array(Int64)})
          UNION ALL
          SELECT series, device, metric, ends AS at, 0. AS change, 0 AS isTold, ends AS told FROM sources
          WHERE ends >= {from:Int64} AND ends < {to:Int64}
        )
        GROUP BY series, device, metric, at
      )`;

function levelParams(readings: ReadingsOf, time: BalanceTime): Statement['params'] {
  return {
    ...balanceParams(readings, time),
    sourceHeard: time.sources.map(({ from, heardFrom }) => Math.min(from, heardFrom ?? from)),
  };
}

/**
 * Sums the levels that devices report. A value holds until the device's next one, the next reset, or the end of its
 * source (when it turns silent or moves).
 */
export function levelStatement(readings: ReadingsOf, time: BalanceTime): Statement {
  return {
    sql: `
WITH${levelSourcesTable},${stepsTables(changesOfLevels('value'))}${statesOfSteps}`,
    params: levelParams(readings, time),
  };
}

/** Milliseconds in which any device reported at least the code, in the piece of time that begins at `edge`. */
export interface StatusRow {
  readonly series: number;
  readonly edge: Instant;
  readonly time: number;
}

export function statusStatement(readings: ReadingsOf, time: BalanceTime, code: number): Statement {
  return {
    sql: `
WITH${levelSourcesTable},${stepsTables(changesOfLevels('toFloat64(value >= {code:Float64})'))}
SELECT series, toFloat64(roundDown(at, {pieces:Array(Int64)})) AS edge, sum(least(inside, 1.) * (until - at)) AS time
FROM steps
GROUP BY series, edge
ORDER BY series, edge`,
    params: { ...levelParams(readings, time), code },
  };
}

/** Series with the same edges and resets. */
interface BalanceGroup {
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
