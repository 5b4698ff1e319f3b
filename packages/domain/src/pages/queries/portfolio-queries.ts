import { addDays, formatTimeOfDay, type Instant, type LocalDate, parseTimeOfDay, toSiteDay } from '../../core/index.ts';
import { toDayRange } from '../../numbers/index.ts';
import { getOpenState, listOpenSpans, type OpeningCalendar } from '../../sites/index.ts';
import type { AskedQuery } from './asked-query.ts';
import { overviewGranularity, type QueriedSite, toOverviewQueries } from './overview-queries.ts';
import { buildRangeCondition, buildZoneCondition } from './question-parts.ts';

/** Most sites that the portfolio draws. A list of more would not be read. */
export const maxRidges = 60;

/** A part of the day by each site's own clock, minutes since midnight. `to` may lie after the next midnight. */
export interface HoursBrush {
  readonly from: number;
  readonly to: number;
}

/** The day that the portfolio shows of a site. */
export interface RidgeDay {
  readonly date: LocalDate;
  /** Whether it is the site's running day. */
  readonly isCurrent: boolean;
}

/** How many days back a site's last opening is searched. */
const maxDaysBack = 7;

/** Returns a site's running day or, before it opens or while it stays closed, the last day on which it was open. */
export function findRidgeDay(calendar: OpeningCalendar, now: Instant): RidgeDay {
  const today = toSiteDay(calendar, now);
  const current = { date: today, isCurrent: true };
  const { state } = getOpenState(calendar, now);
  if (state === 'open' || state === 'closed') return current;
  for (let back = 1; back <= maxDaysBack; back += 1) {
    const date = addDays(today, -back);
    if (listOpenSpans(calendar, date).length > 0) return { date, isCurrent: false };
  }
  return current;
}

/** Sites that one request can answer for: they show the same day, and the same hours of it count. */
export interface RidgeGroup {
  /** Null for the running day of each site. */
  readonly date: LocalDate | null;
  /** Null for the whole day. */
  readonly hours: { readonly from: string; readonly to: string } | null;
  readonly siteIds: readonly number[];
  readonly query: AskedQuery;
}

export interface RidgeSite extends Pick<QueriedSite, 'topZoneIds'> {
  readonly id: number;
  readonly calendar: OpeningCalendar;
}

export interface PortfolioQueries {
  /** Entries by half-hour and site, of whole days. */
  readonly curves: readonly RidgeGroup[];
  /** Entries by site, of the brushed hours or of whole days. */
  readonly totals: readonly RidgeGroup[];
}

/** Returns the portfolio's queries. Sites outside the brushed hours of their day are in no total. */
export function toPortfolioQueries(
  sites: readonly RidgeSite[],
  brush: HoursBrush | null,
  now: Instant,
): PortfolioQueries {
  const days = new Map(sites.map((site) => [site.id, findRidgeDay(site.calendar, now)]));
  const dateOf = (site: RidgeSite) => {
    const day = days.get(site.id);
    return day === undefined || day.isCurrent ? null : day.date;
  };
  const whole = groupSites(sites, (site) => ({ date: dateOf(site), hours: null }));
  const brushed =
    brush === null
      ? whole
      : groupSites(sites, (site) => {
          const cut = cutToDay(brush, site.calendar);
          return cut && { date: dateOf(site), hours: cut.hours };
        });
  return { curves: whole.map((group) => ({ ...group, query: toCurve(group.query) })), totals: brushed };
}

function toCurve({ granularity: _, ...query }: AskedQuery): AskedQuery {
  return { ...query, groupBy: [{ type: 'INSTALLATION' }, { type: 'DATE', granularity: overviewGranularity }] };
}

function groupSites(
  sites: readonly RidgeSite[],
  partOf: (site: RidgeSite) => Pick<RidgeGroup, 'date' | 'hours'> | null,
): readonly RidgeGroup[] {
  const groups = new Map<string, Pick<RidgeGroup, 'date' | 'hours'> & { readonly sites: RidgeSite[] }>();
  for (const site of sites) {
    const part = partOf(site);
    if (part === null) continue;
    const key = `${part.date} ${part.hours?.from} ${part.hours?.to}`;
    const group = groups.get(key) ?? { ...part, sites: [] };
    group.sites.push(site);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ sites: own, date, hours }) => ({
    ...{ date, hours },
    siteIds: own.map(({ id }) => id),
    query: toEntriesQuery(own, date, hours),
  }));
}

function toEntriesQuery(sites: readonly RidgeSite[], date: LocalDate | null, hours: RidgeGroup['hours']): AskedQuery {
  const zones = sites.flatMap(({ topZoneIds }) => topZoneIds).sort((one, other) => one - other);
  const { entries } = toOverviewQueries(zones, [], 0);
  const conditions = [
    buildZoneCondition(zones),
    ...(date === null ? [] : [buildRangeCondition([toDayRange(date, date)])]),
  ];
  return { ...entries, filters: { conditions }, ...(hours && { hours }) };
}

const dayMinutes = 1440;

/** Returns the brushed hours that lie within a site's day, by its clock; null if none do. */
function cutToDay({ from, to }: HoursBrush, { changeOfDay }: OpeningCalendar): Pick<RidgeGroup, 'hours'> | null {
  const start = parseTimeOfDay(changeOfDay) ?? 0;
  const [begin, end] = [Math.max(from, start), Math.min(to, start + dayMinutes)];
  if (end <= begin) return null;
  return { hours: end - begin === dayMinutes ? null : { from: toClock(begin), to: toClock(end) } };
}

/** Formats minutes since midnight; the end of the day is 24:00. */
const toClock = (minutes: number) => formatTimeOfDay(minutes > dayMinutes ? minutes - dayMinutes : minutes);
