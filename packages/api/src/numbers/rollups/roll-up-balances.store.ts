import { createHash } from 'node:crypto';
import type { Instant, Span } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { dayMs } from './dirty-days.ts';
import type { SiteDays } from './roll-up.store.ts';

/** Crossings that add (1) or subtract (−1) people while from ≤ at < to. */
interface BalanceSource extends Span {
  readonly device: number;
  readonly metric: string;
  readonly sign: 1 | -1;
}

/** Metrics whose readings are crossings. */
export const crossingMetrics: readonly string[] = ['affluenceIn', 'affluenceOut'];

/** Balances of a site: each begins at a reset with nobody inside and ends at the next one. */
export interface BalancePlan {
  /** Resets, ascending. */
  readonly begins: readonly Instant[];
  /** End of the last balance. */
  readonly end: Instant;
  /** Sources of each zone, and of all zones together. */
  readonly series: readonly (readonly BalanceSource[])[];
}

/** Balance from one reset to the next, with the key of each series. */
interface BalanceDay {
  readonly from: Instant;
  readonly to: Instant;
  readonly keys: readonly number[];
}

/**
 * Returns a function that identifies what counts from one reset to the next: a hash of the sources in this time, 0 when
 * there is none. A rollup of other doors, other resets or another time has another key, so it is never taken for this.
 */
export function createBalanceKeys(sources: readonly BalanceSource[]): (from: Instant, to: Instant) => number {
  const bounds = [...new Set(sources.flatMap(({ from, to }) => [from, to]))].sort((left, right) => left - right);
  const known = new Map<string, number>();
  return (from, to) => {
    const place = bounds.findLastIndex((bound) => bound <= from);
    if ((bounds[place + 1] ?? to) < to) return hashSources(sources, from, to);
    // The same sources count all the time, as on most days.
    const name = `${place} ${to - from}`;
    const key = known.get(name) ?? hashSources(sources, from, to);
    known.set(name, key);
    return key;
  };
}

function hashSources(sources: readonly BalanceSource[], from: Instant, to: Instant): number {
  const counted = sources.filter((source) => source.from < to && source.to > from);
  if (counted.length === 0) return 0;
  const texts = counted.map((source) => {
    const [begins, ends] = [Math.max(source.from, from) - from, Math.min(source.to, to) - from];
    return `${source.device} ${source.metric} ${source.sign} ${begins} ${ends}`;
  });
  const text = `${to - from};${texts.sort().join(';')}`;
  return 1 + createHash('sha256').update(text).digest().readUIntBE(0, 6);
}

/** Returns the balances of a plan. */
function listBalanceDays({ begins, end, series }: BalancePlan): BalanceDay[] {
  const keysOf = series.map(createBalanceKeys);
  return begins.map((from, index) => {
    const to = begins[index + 1] ?? end;
    return { from, to, keys: keysOf.map((keyOf) => keyOf(from, to)) };
  });
}

/** A device may send alternatives of the same count for an instant: the coarsest counts. */
const totals = `SELECT device, metric, at, argMin(part, rank) AS total
    FROM (
      SELECT device, metric, at, replaceRegexpAll(descriptors, '=[^;]*', '') AS keys,
        (if(keys = '', 0, countSubstrings(keys, ';') + 1), keys) AS rank, sum(value) AS part
      FROM readings FINAL
      WHERE organization = {organization:UInt32} AND installation = {installation:UInt32}
        AND metric IN {metrics:Array(String)} AND device IN {devices:Array(UInt32)}
        AND at >= {from:Int64} AND at < {to:Int64}
      GROUP BY device, metric, at, keys
    )
    GROUP BY device, metric, at`;

/**
 * Simultaneous crossings are netted first. People inside are the sum of crossings since the reset, and never below 0:
 * arrayCumSumNonNegative lifts the sum by its lowest value so far.
 */
const build = `INSERT INTO rollup_day_balances
WITH
  sources AS (
    SELECT source.1 AS series, source.2 AS device, source.3 AS metric, source.4 AS sign, source.5 AS since, source.6 AS until
    FROM (
      SELECT arrayJoin(arrayZip({sourceSeries:Array(UInt32)}, {sourceDevices:Array(UInt32)}, {sourceMetrics:Array(String)},
        {sourceSigns:Array(Int8)}, {sourceBegins:Array(Int64)}, {sourceEnds:Array(Int64)})) AS source
    )
  ),
  moments AS (
    SELECT series, at, sum(change) AS net
    FROM (
      SELECT sources.series AS series, counted.at AS at, sources.sign * counted.total AS change
      FROM (${totals}) AS counted
      INNER JOIN sources ON sources.device = counted.device AND sources.metric = counted.metric
      WHERE counted.at >= sources.since AND counted.at < sources.until
      UNION ALL
      SELECT arrayJoin({series:Array(UInt32)}) AS series, arrayJoin({begins:Array(Int64)}) AS at, 0. AS change
    )
    GROUP BY series, at
  ),
  days AS (
    SELECT roundDown(at, {begins:Array(Int64)}) AS begin, indexOf({begins:Array(Int64)}, begin) AS day,
      {keys:Array(UInt64)}[series * length({begins:Array(Int64)}) + day] AS key, {ends:Array(Int64)}[day] AS end,
      arraySort(groupArray((at, net))) AS steps, arrayCumSumNonNegative(steps.2) AS inside,
      arrayFilter(level -> level > 0, inside) AS above, arrayPushBack(arrayPopFront(steps.1), end) AS untils,
      arrayFilter((place, level, before) -> place = 1 OR level != before,
        arrayEnumerate(inside), inside, arrayPushFront(arrayPopBack(inside), 0.)) AS changes
    FROM moments
    GROUP BY series, begin
    HAVING key > 0
  )
SELECT {organization:UInt32}, {installation:UInt32}, begin, end, key,
  arraySum((level, step, until) -> level * (until - step.1), inside, steps, untils),
  arrayMin(inside), arrayMax(inside), inside[1], inside[-1],
  if(empty(above), 0., arrayMin(above)), above[1], above[-1],
  arrayMap(place -> toUInt32(steps[place].1 - begin), changes), arrayMap(place -> inside[place], changes), {version:UInt64}
FROM days`;

/**
 * Rolls up the people inside of each zone from reset to reset. A row counts only if it is at least as new as the last
 * roll-up of each UTC day it touches, so rows of former doors never come back.
 */
export function balanceStore(analytics: AnalyticsStore) {
  return {
    /**
     * Recomputes the balances that touch these days. Those that begin before `keptSince` lack readings. A null plan is
     * that of an unknown site.
     */
    async rollUp(days: SiteDays, plan: BalancePlan | null, version: number, keptSince: Instant): Promise<void> {
      const { organization, installation, fromDay, toDay } = days;
      const whole = plan === null ? [] : listBalanceDays(plan).filter(({ from }) => from >= keptSince);
      const sources = (plan?.series ?? []).flatMap((some, series) => some.map((source) => ({ series, ...source })));
      const [first, last] = [whole[0], whole.at(-1)];
      if (first !== undefined && last !== undefined && sources.length > 0)
        await analytics.command({
          sql: build,
          params: {
            organization,
            installation,
            version,
            metrics: crossingMetrics,
            devices: [...new Set(sources.map(({ device }) => device))],
            from: first.from,
            to: last.to,
            begins: whole.map(({ from }) => from),
            ends: whole.map(({ to }) => to),
            series: [...new Set(sources.map(({ series }) => series))],
            keys: listKeys(whole),
            sourceSeries: sources.map(({ series }) => series),
            sourceDevices: sources.map(({ device }) => device),
            sourceMetrics: sources.map(({ metric }) => metric),
            sourceSigns: sources.map(({ sign }) => sign),
            sourceBegins: sources.map(({ from }) => from),
            sourceEnds: sources.map(({ to }) => to),
          },
        });
      await analytics.insert('rollup_day_balances', markerRows(organization, installation, fromDay, toDay, version));
    },

    /** Returns the UTC days of the site that were rolled up with balances other than those of `plan`. */
    async findOutdated(organization: number, installation: number, planOf: PlanOf): Promise<number[]> {
      const rows = await analytics.query<{ begins: Instant; ends: Instant; keys: readonly number[] }>(
        {
          sql: `SELECT toFloat64(begins) AS begins, toFloat64(ends) AS ends, groupArray(toFloat64(balance)) AS keys
            FROM rollup_day_balances FINAL
            WHERE organization = {organization:UInt32} AND installation = {installation:UInt32}
            GROUP BY begins, ends ORDER BY begins`,
          params: { organization, installation },
        },
        { purpose: 'upkeep' },
      );
      const rolled = new Set(rows.filter(({ keys }) => keys.includes(0)).map(({ begins }) => begins / dayMs));
      if (rolled.size === 0) return [];
      const keysAt = new Map(rows.map(({ begins, ends, keys }) => [`${begins} ${ends}`, keys]));
      const plan = await planOf({ from: Math.min(...rolled) * dayMs, to: (Math.max(...rolled) + 1) * dayMs });
      const outdated = (plan === null ? [] : listBalanceDays(plan)).filter(({ from, to, keys }) => {
        const found = keysAt.get(`${from} ${to}`) ?? [];
        return (
          keys.some((key) => key > 0 && !found.includes(key)) && listDays(from, to).every((day) => rolled.has(day))
        );
      });
      return [...new Set(outdated.flatMap(({ from, to }) => listDays(from, to)))];
    },
  };
}

/** Plans the balances of a site that touch a time; null when the site is unknown. */
type PlanOf = (span: { readonly from: Instant; readonly to: Instant }) => Promise<BalancePlan | null>;

/** Returns the UTC days that a time touches. */
export function listDays(from: Instant, to: Instant): number[] {
  const first = Math.floor(from / dayMs);
  return Array.from({ length: Math.ceil(to / dayMs) - first }, (_, index) => first + index);
}

/** Keys by series, then by day. Zones with the same doors share a row. */
function listKeys(days: readonly BalanceDay[]): number[] {
  const series = days[0]?.keys.length ?? 0;
  return Array.from({ length: series }, (_, index) =>
    days.map(({ keys }) => (keys.indexOf(keys[index] as number) === index ? (keys[index] as number) : 0)),
  ).flat();
}

function markerRows(organization: number, installation: number, fromDay: number, toDay: number, version: number) {
  const nothing = { integral: 0, min: 0, max: 0, first: 0, last: 0, min_above: 0, first_above: 0, last_above: 0 };
  return Array.from({ length: toDay - fromDay }, (_, index) => ({
    organization,
    installation,
    begins: (fromDay + index) * dayMs,
    ends: (fromDay + index + 1) * dayMs,
    balance: 0,
    ...nothing,
    times: [],
    levels: [],
    version,
  }));
}
