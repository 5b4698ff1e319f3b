import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { Columns, QueryReader, Statement } from '../../../../platform/analytics-store.ts';
import { batchPerTick } from '../../../../platform/concurrency/event-loop.ts';
import { createBalanceKeys, crossingMetrics } from '../../../rollups/balance-keys.ts';
import { type DirtyDays, dayMs } from '../../../rollups/dirty-days.ts';
import { listDays } from '../../../rollups/roll-up-balances.store.ts';
import type { Scanner } from '../scanner.ts';
import { getHull, joinSpans } from '../spans.ts';
import { maxReadingMs } from '../statements/crossing-statement.ts';
import { buildRangesPart } from '../statements/readings-of.ts';
import type { SeriesPoint, StateRow, StateSource } from '../statements/state-statement.ts';

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
export function createRolledBalances(
  reader: QueryReader,
  organizationId: OrganizationId,
  ledger: DirtyDays,
  readings: Scanner['states'],
): Scanner['states'] {
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
