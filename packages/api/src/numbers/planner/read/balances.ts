import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { Columns, QueryReader, Statement } from '../../../platform/analytics-store.ts';
import { batchPerTick } from '../../../platform/concurrency/event-loop.ts';
import { dayMs } from '../../rollups/dirty-days.ts';
import { createBalanceKeys, crossingMetrics, listDays } from '../../rollups/roll-up-balances.store.ts';
import { getHull, joinSpans } from '../spans.ts';
import { createMergingReader, type MergedTargets, mergeTargets, type TimedScan } from './merge-scans.ts';
import { type ReadingsContext, ReadingsDeleted, type RollupsContext } from './read-context.ts';
import {
  correctedByHandStatement,
  levelStatement,
  type SeriesPoint,
  type StateRow,
  type StateSource,
  sharedStateStatement,
  stateStatement,
} from './statements/balance-statements.ts';
import { maxReadingMs } from './statements/count-statements.ts';
import { buildRangesPart } from './statements/readings-of.ts';

/** Reads the people inside of some series. */
export type ReadStates = (
  installation: number,
  sources: readonly StateSource[],
  edges: readonly Instant[],
  resets: readonly Instant[],
  hasAlternatives: boolean,
  /** Bucket of each piece. Days without any bucket (−1) need no read. */
  bucketOf?: readonly number[],
  /** End of a cut time. Readings across it count by their share before it. */
  cutAt?: Instant | null,
  /** Manual corrections: the balance continues from them. */
  points?: readonly SeriesPoint[],
) => Promise<readonly StateRow[]>;

/** Reads the sum of levels that devices report; see `levelStatement`. */
export type ReadLevels = (
  installation: number,
  sources: readonly StateSource[],
  edges: readonly Instant[],
  resets: readonly Instant[],
) => Promise<readonly StateRow[]>;

/** Reads balances in parts of about a month. */
export function statesFromReadings({ readOnce, selectWithin }: ReadingsContext): ReadStates {
  return async (installation, sources, edges, resets, hasAlternatives, _bucketOf, cutAt = null, points = []) => {
    const want = wantOf(installation, sources);
    const parts = cutAtResets(edges, resets).map((part) => {
      const span = getHull(part.edges);
      const readings = selectWithin(want, span);
      const told = points.filter(({ at }) => at >= span.from && at < span.to);
      return readOnce<StateRow>(
        told.length > 0
          ? correctedByHandStatement(readings, { sources, ...part }, told, cutAt)
          : stateStatement(readings, sources, part.edges, part.resets, hasAlternatives, cutAt),
      );
    });
    return (await Promise.all(parts)).flat();
  };
}

/** Reads levels in the same parts. */
export function levelsFromReadings({ readOnce, selectWithin }: ReadingsContext): ReadLevels {
  return async (installation, sources, edges, resets) => {
    const parts = cutAtResets(edges, resets).map((part) => {
      const span = getHull(part.edges);
      // Sources that begin later do not affect this part.
      const begun = sources.filter(({ from }) => from < span.to);
      if (begun.length === 0) return [];
      return readOnce<StateRow>(
        levelStatement(selectWithin(wantOf(installation, begun), span), { sources: begun, ...part }),
      );
    });
    return (await Promise.all(parts)).flat();
  };
}

const wantOf = (installation: number, sources: readonly StateSource[]): MergedTargets =>
  mergeTargets([
    {
      installation,
      devices: sources.map((source) => source.device),
      metrics: sources.map((source) => source.metric),
    },
  ]);

const maxStateTime = 32 * dayMs;

/** Edges of a part of a balance's time, with its resets. */
interface StatePart {
  readonly edges: Instant[];
  readonly resets: Instant[];
}

/** Splits a long time at resets, where a balance ends. */
export function cutAtResets(edges: readonly Instant[], resets: readonly Instant[]): StatePart[] {
  const parts: StatePart[] = [];
  const isReset = new Set(resets);
  for (const edge of edges) {
    const part = parts.at(-1);
    const isFull = part !== undefined && isReset.has(edge) && edge - (part.edges[0] as Instant) >= maxStateTime;
    part?.edges.push(edge);
    if (part === undefined || (isFull && edge !== edges.at(-1))) parts.push({ edges: [edge], resets: [] });
    if (isReset.has(edge)) parts.at(-1)?.resets.push(edge);
  }
  return parts;
}

/** Row of a balance, or the mark of a UTC day's last roll-up (`balance` is 0). */
interface BalanceRow {
  readonly installation: number;
  readonly begins: Instant;
  readonly ends: Instant;
  readonly balance: number;
  readonly version: number;
  readonly integral: number;
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly last: number;
  readonly min_above: number;
  readonly first_above: number;
  readonly last_above: number;
  /** Absent when every balance is read whole. */
  readonly times?: readonly number[];
  readonly levels?: readonly number[];
}

/** Balance of some series, from one reset to the next. */
interface Balance extends Span {
  readonly installation: number;
  /** By series. */
  readonly keys: ReadonlyMap<number, number>;
  /** Edges from `from` to `to`. */
  readonly edges: readonly Instant[];
}

/**
 * Reads balances from rollups where they have them, and from readings elsewhere: dirty days, days with manual
 * corrections, the time before a cut, and selections of doors that are no zone.
 */
export function statesFromRollups(context: RollupsContext, fromReadings: ReadStates): ReadStates {
  const { reader, organizationId, ledger } = context;
  const readings = sharedStates(context, fromReadings);
  const find = batchPerTick((asks: readonly (readonly Balance[])[]) => {
    const found = readBalances(reader, organizationId, asks.flat());
    return asks.map(() => found);
  });
  return async (installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt = null, points = []) => {
    const { from, to } = getHull(edges);
    const dirty = new Set(ledger.dirtyDays(organizationId, [installation], { from, to }));
    const isRolled = (time: Span) =>
      listDays(time.from, time.to).every((day) => !dirty.has(day)) &&
      (cutAt === null || time.to + maxReadingMs <= cutAt) &&
      points.every(({ at }) => at < time.from || at >= time.to);
    const isCrossing = sources.every(({ metric }) => crossingMetrics.includes(metric));
    const balances = isCrossing ? listBalances(installation, sources, edges, resets, bucketOf).filter(isRolled) : [];
    const rolled = balances.length === 0 ? null : await find(balances);
    const rows = balances.map((balance) => rolled?.(balance) ?? null);
    const isFound = new Set(
      balances.filter((_, index) => rows[index] !== null).flatMap((balance) => balance.edges.slice(0, -1)),
    );
    const known = rows.flatMap((some) => some ?? []);
    const left = edges.slice(0, -1).map((edge, piece) => (isFound.has(edge) ? -1 : (bucketOf?.[piece] ?? 0)));
    const rest = cutToAsked(edges, resets, left);
    if (rest === null) return known;
    const told = points.filter(({ at }: SeriesPoint) => at >= rest.from && at < rest.to);
    return [
      ...known,
      ...(await readings(installation, sources, rest.edges, rest.resets, hasAlternatives, rest.bucketOf, cutAt, told)),
    ];
  };
}

/** Returns the balances in which anything is queried. */
function listBalances(
  installation: number,
  sources: readonly StateSource[],
  edges: readonly Instant[],
  resets: readonly Instant[],
  bucketOf: readonly number[] | undefined,
): Balance[] {
  const keysOf = [...Map.groupBy(sources, ({ series }) => series)].map(
    ([series, own]) => [series, createBalanceKeys(own)] as const,
  );
  return placesOfBalances(edges, resets).flatMap(([first, last]) => {
    if (bucketOf?.slice(first, last).every((bucket) => bucket < 0)) return [];
    const [from, to] = [edges[first] as Instant, edges[last] as Instant];
    const keys = new Map(keysOf.map(([series, keyOf]) => [series, keyOf(from, to)]));
    return [{ installation, from, to, keys, edges: edges.slice(first, last + 1) }];
  });
}

/** Returns the positions of the first and last edge of each balance. */
function placesOfBalances(edges: readonly Instant[], resets: readonly Instant[]): [number, number][] {
  const isReset = new Set(resets);
  const begins = edges.slice(0, -1).flatMap((edge, place) => (place === 0 || isReset.has(edge) ? [place] : []));
  return begins.map((first, index) => [first, begins[index + 1] ?? edges.length - 1]);
}

/** Limits a time to the balances with queried pieces; null when there are none. */
function cutToAsked(edges: readonly Instant[], resets: readonly Instant[], bucketOf: readonly number[]) {
  const asked = placesOfBalances(edges, resets).filter(([first, last]) =>
    bucketOf.slice(first, last).some((bucket) => bucket >= 0),
  );
  const [begin, end] = [asked[0]?.[0], asked.at(-1)?.[1]];
  if (begin === undefined || end === undefined) return null;
  const [from, to] = [edges[begin] as Instant, edges[end] as Instant];
  return {
    from,
    to,
    edges: edges.slice(begin, end + 1),
    resets: resets.filter((at) => at >= from && at < to),
    bucketOf: bucketOf.slice(begin, end),
  };
}

/** Reads the balances; returns a function that finds the rows of one, null when any of its series lacks a rollup. */
async function readBalances(reader: QueryReader, organizationId: OrganizationId, balances: readonly Balance[]) {
  const columns = await reader.columns<BalanceRow>(balanceStatement(organizationId, balances));
  const rowAt = new Map<string, number>();
  const rolledAt = new Map<string, number>();
  for (const [row, balance] of columns.balance.entries()) {
    const site = columns.installation[row] as number;
    const begins = columns.begins[row] as Instant;
    if (balance === 0) rolledAt.set(`${site} ${begins / dayMs}`, columns.version[row] as number);
    else rowAt.set(`${site} ${begins} ${balance}`, row);
  }
  const isLatest = (row: number) => {
    const [from, to] = [columns.begins[row] as Instant, columns.ends[row] as Instant];
    return listDays(from, to).every(
      (day) => (columns.version[row] as number) >= (rolledAt.get(`${columns.installation[row]} ${day}`) ?? 0),
    );
  };
  return ({ installation, from, keys, edges }: Balance): StateRow[] | null => {
    const found: StateRow[] = [];
    for (const [series, key] of keys) {
      const row = key === 0 ? null : rowAt.get(`${installation} ${from} ${key}`);
      if (row === undefined || (row !== null && !isLatest(row))) return null;
      found.push(...piecesOf(series, edges, row === null ? null : columns, row ?? 0));
    }
    return found;
  };
}

function balanceStatement(organizationId: OrganizationId, balances: readonly Balance[]): Statement {
  const isCut = balances.some(({ edges }) => edges.length > 2);
  const spans = joinSpans(balances.map(({ from, to }) => ({ from: Math.floor(from / dayMs) * dayMs, to })));
  const within = buildRangesPart('begin', spans, 'begins');
  return {
    sql: `
SELECT installation, toFloat64(begins) AS begins, toFloat64(ends) AS ends, toFloat64(balance) AS balance, toFloat64(version) AS version,
  integral, min, max, first, last, min_above, first_above, last_above${isCut ? ', times, levels' : ''}
FROM (
  SELECT * FROM rollup_day_balances FINAL
  WHERE organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND balance IN {balances:Array(UInt64)}
    AND ${within.condition}
)`,
    params: {
      organization: organizationId,
      installations: [...new Set(balances.map(({ installation }) => installation))].sort((one, other) => one - other),
      balances: [...new Set([0, ...balances.flatMap(({ keys }) => [...keys.values()])])].sort(
        (one, other) => one - other,
      ),
      ...within.params,
    },
  };
}

/** Returns a row for each piece between the edges. Without `columns` nobody is ever inside. */
function piecesOf(
  series: number,
  edges: readonly Instant[],
  columns: Columns<BalanceRow> | null,
  row: number,
): StateRow[] {
  const from = edges[0] as Instant;
  if (columns !== null && edges.length === 2) {
    const at = (name: Exclude<keyof BalanceRow, 'times' | 'levels'>) => columns[name][row] as number;
    const above = { minAbove: at('min_above'), firstAbove: at('first_above'), lastAbove: at('last_above') };
    const totals = { integral: at('integral'), min: at('min'), max: at('max'), first: at('first'), last: at('last') };
    return [{ series, edge: from, ...totals, ...above }];
  }
  const times = columns?.times?.[row] ?? [0];
  const levels = columns?.levels?.[row] ?? [0];
  let step = 0;
  return edges.slice(0, -1).map((edge, piece) => {
    const end = edges[piece + 1] as Instant;
    while (step + 1 < times.length && from + (times[step + 1] as number) <= edge) step += 1;
    let [integral, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let [minAbove, firstAbove, lastAbove] = [0, 0, 0];
    const first = levels[step] as number;
    let last = first;
    for (let at = edge; at < end; ) {
      last = levels[step] as number;
      const next = step + 1 < times.length ? from + (times[step + 1] as number) : end;
      const until = Math.min(next, end);
      integral += last * (until - at);
      min = Math.min(min, last);
      max = Math.max(max, last);
      if (last > 0) {
        minAbove = firstAbove === 0 ? last : Math.min(minAbove, last);
        firstAbove = firstAbove === 0 ? last : firstAbove;
        lastAbove = last;
      }
      at = until;
      if (next < end) step += 1;
    }
    return { series, edge, integral, min, max, first, last, minAbove, firstAbove, lastAbove };
  });
}

interface StateAsk extends TimedScan, StatePart {
  readonly edges: Instant[];
  readonly sources: readonly StateSource[];
  readonly hasAlternatives: boolean;
  readonly cutAt: Instant | null;
}

/** Row with the request that it answers. */
interface StateOf {
  readonly ask: StateAsk;
  readonly row: StateRow;
}

/** Maximum series × ms in the memory of one statement. */
const sharedTime = 1000 * 86_400_000;

/** Reads balances from readings. Those with manual corrections in between share no statement. */
function sharedStates(context: RollupsContext, fromReadings: ReadStates): ReadStates {
  const shared = createSharedStates(context);
  return async (installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt, points) => {
    if (getHull(edges).from < context.since) throw new ReadingsDeleted(context.since);
    return points !== undefined && points.length > 0
      ? fromReadings(installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt, points)
      : shared(installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt);
  };
}

/** Reads balances of several sites and times: short ones in one statement, long ones in parts. */
function createSharedStates({ read, selectWithin }: ReadingsContext): ReadStates {
  const states = createMergingReader<StateAsk, StateOf>(
    ({ hasAlternatives, cutAt }) => `${hasAlternatives} ${cutAt !== null}`,
    async (scan, asks) => {
      const numbered = asks.flatMap((ask, group) => ask.sources.map((source) => ({ group, source })));
      const ids = new Map<string, number>();
      const origins: { readonly ask: StateAsk; readonly series: number }[] = [];
      for (const { group, source } of numbered) {
        const key = `${group} ${source.series}`;
        if (ids.has(key)) continue;
        ids.set(key, origins.length);
        origins.push({ ask: asks[group] as StateAsk, series: source.series });
      }
      const groups = asks.map((ask, group) => ({
        ...ask,
        sources: ask.sources.map((one) => ({ ...one, series: ids.get(`${group} ${one.series}`) as number })),
      }));
      const readings = selectWithin(scan.want, { from: 0, to: 0 });
      const isVaried = (asks[0] as StateAsk).hasAlternatives;
      const rows = await read<StateRow>(sharedStateStatement(readings, scan.spans, groups, isVaried));
      return rows.map((row) => {
        const { ask, series } = origins[row.series] as (typeof origins)[number];
        return { ask, row: { ...row, series } };
      });
    },
    sharedTime,
  );
  return async (installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt = null) => {
    const want = {
      installation,
      devices: [...new Set(sources.map((source) => source.device))],
      metrics: [...new Set(sources.map((source) => source.metric))],
    };
    const asks = askedParts(edges, resets, bucketOf).map((part) => ({
      want,
      sources,
      hasAlternatives,
      cutAt,
      ...part,
    }));
    const rows = await Promise.all(
      asks.map(async (ask) => (await states(ask)).filter((one) => one.ask === ask).map((one) => one.row)),
    );
    return rows.flat();
  };
}

/** Returns ranges of whole balances in which anything is queried, each about a month at most. */
function askedParts(edges: readonly Instant[], resets: readonly Instant[], bucketOf?: readonly number[]): StatePart[] {
  const isReset = new Set(resets);
  const parts: StatePart[] = [];
  let balance: Instant[] = [];
  let isAsked = false;
  const close = (end: Instant) => {
    const begin = balance[0];
    const last = parts.at(-1);
    if (begin !== undefined && isAsked) {
      const goesOn = last?.edges.at(-1) === begin && end - (last.edges[0] as Instant) <= maxStateTime;
      if (goesOn) last?.edges.push(...balance.slice(1), end);
      else parts.push({ edges: [...balance, end], resets: [] });
      parts.at(-1)?.resets.push(begin);
    }
    balance = [];
    isAsked = false;
  };
  for (const [piece, edge] of edges.entries()) {
    if (piece > 0 && isReset.has(edge)) close(edge);
    if (piece === edges.length - 1) close(edge);
    else {
      balance.push(edge);
      isAsked ||= (bucketOf?.[piece] ?? 0) >= 0;
    }
  }
  return parts;
}
