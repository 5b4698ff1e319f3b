import {
  addDays,
  type Granularity,
  granularity,
  type Instant,
  type SiteCalendar,
  toSiteDay,
  type ZoneId,
} from '../../core/index.ts';
import { type ComfortMetric, comfortMetrics } from '../../numbers/index.ts';
import { getScoreMetricId } from '../comfort.ts';
import type { AskedQuery } from './asked-query.ts';

/** The numbers of all sites' current day, by site, in one request. Several zones of a site are their union. */
export interface OverviewQueries {
  readonly entries: AskedQuery;
  readonly inside: AskedQuery;
  /** People inside on the same weekday of the four previous weeks. */
  readonly insideExpected: AskedQuery;
  /** Entries on the same weekday of the four previous weeks, by which sites are weighed. */
  readonly usualDay: AskedQuery;
}

/** The parts of a site that determine the overview's queries. */
export interface QueriedSite {
  /** The zones without a parent. Together they are the site. */
  readonly topZoneIds: readonly ZoneId[];
  readonly calendar: SiteCalendar;
  /** Whether it has meters now. */
  readonly hasEnergy: boolean;
}

/** All queries of the overview, by request. */
export interface OverviewQuestions {
  readonly people: OverviewQueries;
  /** Null if no site has meters. `usualDay` is that of the four previous weeks. */
  readonly energy: { readonly energy: AskedQuery; readonly usualDay: AskedQuery } | null;
  readonly comfort: Readonly<Record<ComfortMetric, AskedQuery>>;
}

/** Returns the same queries whatever the order of the sites; null without any zones. */
export function buildOverviewQuestions(sites: readonly QueriedSite[], now: Instant): OverviewQuestions | null {
  const zonesOf = (some: readonly QueriedSite[]) =>
    some.flatMap((site) => site.topZoneIds).sort((one, other) => one - other);
  const [all, metered] = [zonesOf(sites), zonesOf(sites.filter((site) => site.hasEnergy))];
  if (all.length === 0) return null;
  const calendars = sites.map(({ calendar }) => calendar);
  return {
    people: toOverviewQueries(all, calendars, now),
    energy:
      metered.length === 0
        ? null
        : {
            energy: toOverviewEnergy(metered),
            usualDay: toUsualDay('electricityConsumption', metered, listEarlierWeeks(calendars, now)),
          },
    comfort: toOverviewComfort(all),
  };
}

/** Returns the queries of each request. The people's numbers matter most, so they do not wait for others. */
export function groupOverviewRequests({
  people,
  energy,
  comfort,
}: OverviewQuestions): readonly (readonly AskedQuery[])[] {
  return [Object.values(people), [...Object.values(energy ?? {}), ...Object.values(comfort)]];
}

/** Sites of which the API expects anything in one query. */
const maxFanSites = 100;

/** What the fan of the overview is made of: the entries of all sites by now, in the whole day, and by site and hour. */
export interface FanQueries {
  readonly total: AskedQuery;
  readonly day: AskedQuery;
  readonly hours: AskedQuery;
}

/** Returns the queries of the fan; null of more sites than anything is expected of. */
export function toFanQueries(sites: readonly Pick<QueriedSite, 'topZoneIds'>[]): FanQueries | null {
  const zones = sites.flatMap(({ topZoneIds }) => topZoneIds).sort((one, other) => one - other);
  if (zones.length === 0 || sites.length > maxFanSites) return null;
  const entries = {
    metric: 'affluenceIn',
    filters: { conditions: [{ criterion: 'ZONES', values: zones.map(String) }] },
    compare: 'EXPECTED' as const,
  };
  const byDate = (width: Granularity) => ({ type: 'DATE', granularity: width });
  return {
    total: { ...entries, granularity: granularity.quarter },
    day: { ...entries, groupBy: [byDate(granularity.day)] },
    hours: { ...entries, groupBy: [{ type: 'INSTALLATION' }, byDate(granularity.hour)] },
  };
}

/** Returns the query for the sites' electricity on their current day. Separate, because not all sites have meters. */
export function toOverviewEnergy(topZoneIds: readonly ZoneId[]): AskedQuery {
  return {
    metric: 'electricityConsumption',
    filters: { conditions: [{ criterion: 'ZONES', values: topZoneIds.map(String) }] },
    compare: 'EXPECTED',
    granularity: granularity.quarter,
    groupBy: [{ type: 'INSTALLATION' }],
  };
}

/** Returns the queries for the comfort scores of all sites. Separate, because they are expensive. */
export function toOverviewComfort(topZoneIds: readonly ZoneId[]): Readonly<Record<ComfortMetric, AskedQuery>> {
  const of = (metric: ComfortMetric) => ({ ...toScoreQuery(metric, topZoneIds), groupBy: [{ type: 'ZONE_ID' }] });
  const queries = comfortMetrics.map((metric) => [metric, of(metric)]);
  return Object.fromEntries(queries) as Record<ComfortMetric, AskedQuery>;
}

/** Returns the query for a score of each site on its current day, in opening hours. */
export function toScoreQuery(metric: string, topZoneIds: readonly ZoneId[]): AskedQuery {
  return {
    metric: getScoreMetricId(metric),
    filters: { conditions: [{ criterion: 'ZONES', values: topZoneIds.map(String) }] },
    hours: { openingOnly: true },
  };
}

/** Returns the query for a site's entries today by door. Together the doors are its entries. */
export const toDoorsQuery = (topZoneIds: readonly ZoneId[]): AskedQuery => ({
  metric: 'affluenceIn',
  filters: { conditions: [{ criterion: 'ZONES', values: topZoneIds.map(String) }] },
  compare: 'USUAL',
  granularity: granularity.quarter,
  groupBy: [{ type: 'PASSAGE' }],
});

/** Half-hours, because a row's chart is about 200 px wide. */
export const overviewGranularity = 1800;

/** Without dates a query means every site's own current day, in its time zone. */
export function toOverviewQueries(
  topZoneIds: readonly ZoneId[],
  calendars: readonly SiteCalendar[],
  now: Instant,
): OverviewQueries {
  const zones = { criterion: 'ZONES', values: topZoneIds.map(String) };
  const bySite = { type: 'INSTALLATION' };
  const byTime = [bySite, { type: 'DATE', granularity: overviewGranularity }] as const;
  const weeks = listEarlierWeeks(calendars, now);
  return {
    entries: {
      metric: 'affluenceIn',
      filters: { conditions: [zones] },
      compare: 'EXPECTED',
      granularity: granularity.quarter,
      groupBy: [bySite],
    },
    inside: { metric: 'inside', filters: { conditions: [zones] }, groupBy: byTime },
    insideExpected: {
      metric: 'inside',
      filters: { conditions: [zones, { criterion: 'DATE', values: weeks }] },
      groupBy: byTime,
    },
    usualDay: toUsualDay('affluenceIn', topZoneIds, weeks),
  };
}

/** Returns the dates of the same weekday of the four previous weeks, as ranges for a filter. */
function listEarlierWeeks(calendars: readonly SiteCalendar[], now: Instant): readonly string[] {
  // The date differs on both sides of the date line, so each earlier week covers the dates of all sites.
  const days = calendars.map((calendar) => toSiteDay(calendar, now)).sort();
  return [7, 14, 21, 28].map((back) => `${addDays(days[0] ?? '', -back)}/${addDays(days.at(-1) ?? '', 1 - back)}`);
}

/** Returns the query for the totals of earlier days. */
const toUsualDay = (metric: string, topZoneIds: readonly ZoneId[], weeks: readonly string[]): AskedQuery => ({
  metric,
  filters: {
    conditions: [
      { criterion: 'ZONES', values: topZoneIds.map(String) },
      { criterion: 'DATE', values: weeks },
    ],
  },
  groupBy: [{ type: 'INSTALLATION' }],
});
