import type { Instant } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { type BalanceDay, type BalancePlan, crossingMetrics, listBalanceDays } from './balance-keys.ts';
import { dayMs } from './dirty-days.ts';
import type { SiteDays } from './roll-up.store.ts';

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
export type PlanOf = (span: { readonly from: Instant; readonly to: Instant }) => Promise<BalancePlan | null>;

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
