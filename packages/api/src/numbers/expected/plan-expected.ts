import {
  addDays,
  daysBetween,
  formatTimeOfDay,
  type Granularity,
  getChangeOfDayMs,
  granularity,
  type Instant,
  instantToWall,
  isDayStart,
  type LocalDate,
  toSiteDay,
} from '@atrium/domain/core';
import {
  type ExpectedReason,
  findMetric,
  type GroupBy,
  getDefaultAggregation,
  getPresetHours,
  type HourFilter,
  type MeasurementQuery,
  type Metric,
  relations,
} from '@atrium/domain/numbers';
import { type ExpectedMethod, expectedReach, getExpectedMethod } from '@atrium/domain/numbers/expected';
import { listOpenSpans, type Topology } from '@atrium/domain/sites';
import { chooseGrain } from '../planner/plan/granularity.ts';
import type { SlotTime } from './slot-histories.ts';

/** Sites whose histories one query reads. About more, values are compared with the mean of the same weekdays. */
export const maxExpectedSites = 100;

/** What is read for a query's expected values. */
export interface ExpectedPlan {
  readonly method: ExpectedMethod;
  /** One per site where their expected values add up, else one for all of them. */
  readonly histories: readonly HistoryPlan[];
  /** Width of the histories' slots. */
  readonly width: Granularity;
  /** Position of the grouping by date in the histories' queries. */
  readonly datePlace: number;
  /** Whether the expected values of several sites add up. */
  readonly isSum: boolean;
  /** Set for a total of one day. `isSummed`: expected of its time up to how far it is known, not of all of it. */
  readonly total: { readonly isSummed: boolean } | null;
  /** Set for one step of a day, such as a bar of a chart. */
  readonly step: SlotTime | null;
}

/** History of one site, or of several together. */
export interface HistoryPlan {
  readonly sites: readonly Topology[];
  /** First day. */
  readonly first: LocalDate;
  /** Day after the last one. */
  readonly end: LocalDate;
  /** First and last queried day. A query without dates is about each site's own day. */
  readonly asked: { readonly first: LocalDate; readonly last: LocalDate };
  /** Query of the days from `first` to before `end`, grouped by the slots of a day. */
  queryOf(first: LocalDate, end: LocalDate): MeasurementQuery;
}

const byDate = (width: Granularity): GroupBy => ({ type: 'DATE', granularity: width, period: null, ids: null });
const dividing: ReadonlySet<GroupBy['type']> = new Set([
  'DISCONTINUOUS_DATE',
  'COMPLEMENTARY',
  'VISITORS',
  'LIMIT',
  'STATUS',
]);

/** Plans the histories of a query, or returns why its points have no expected value. `sites`: those it is about. */
export function planExpected(
  query: MeasurementQuery,
  sites: readonly Topology[],
  now: Instant,
): ExpectedPlan | ExpectedReason {
  const metric = findMetric(query.metric) as Metric;
  const method = getExpectedMethod(metric);
  const dates = query.groupBy.flatMap(({ type }, place) => (type === 'DATE' ? [place] : []));
  const isRelated = relations.some((one) => one === query.aggregation);
  const isPlain = query.complementary === null && !query.groupBy.some(({ type }) => dividing.has(type));
  const [site] = sites;
  if (method === null || isRelated || !isPlain || dates.length > 1 || site === undefined) return 'form';
  if (sites.length > maxExpectedSites) return 'sites';
  const step = sites.length === 1 && dates.length === 0 ? findStep(query, site) : null;
  const days = step === null ? queriedDays(query, site, now) : { first: step.date, last: step.date };
  if (days === null) return 'form';
  const today = toSiteDay(site, now);
  const isTotal = dates.length === 0 && step === null;
  if (isTotal && days.first !== days.last) return 'width';
  const width = isTotal ? granularity.day : (step?.width ?? dateWidth(query, metric, days));
  if (width > granularity.day) return 'width';
  const isSum = method.isSum && query.aggregation === getDefaultAggregation(metric);
  const isRunning = isTotal && days.last === today;
  const hours = isRunning && !isSum ? hoursUntil(query.hours, sites, now) : query.hours;
  if (hours === undefined) return 'form';
  const slots = isTotal && isSum ? granularity.hour : width;
  const groupBy =
    dates.length === 0
      ? [...query.groupBy, byDate(slots)]
      : query.groupBy.map((group) => (group.type === 'DATE' ? byDate(slots) : group));
  const plan = (installations: MeasurementQuery['installations'], of: readonly [Topology, ...Topology[]]) => {
    const planned = planDays(step === null ? queriedDays(query, of[0], now) : days, of[0], now);
    const queryOf = (first: LocalDate, to: LocalDate): MeasurementQuery => ({
      ...query,
      compare: null,
      comparedWithin: null,
      historyDays: daysBetween(planned.first, planned.end),
      // The others of several sites would be known only in part.
      ...(sites.length === 1 && { skipsUnmeasured: true }),
      installations,
      groupBy,
      hours,
      granularity: null,
      weekdays: null,
      sort: null,
      limit: null,
      periods: [{ kind: 'days' as const, days: { from: first, to } }],
    });
    return { sites: of, ...planned, queryOf };
  };
  return {
    method,
    histories:
      isSum && sites.length > 1
        ? sites.map((one) => plan({ exclude: false, ids: [one.installationId] }, [one]))
        : [plan(query.installations, [site, ...sites.slice(1)])],
    width: slots,
    datePlace: dates[0] ?? query.groupBy.length,
    isSum,
    total: isTotal ? { isSummed: isSum } : null,
    step,
  };
}

/** Returns the days of a site's history, and those that are asked. */
function planDays(
  days: HistoryPlan['asked'] | null,
  site: Topology,
  now: Instant,
): Pick<HistoryPlan, 'first' | 'end' | 'asked'> {
  const asked = days as HistoryPlan['asked'];
  const today = toSiteDay(site, now);
  const end = asked.last < today ? asked.last : today;
  return { first: addDays(asked.first < end ? asked.first : end, -expectedReach), end, asked };
}

const stepWidths: ReadonlySet<number> = new Set([granularity.quarter, 2 * granularity.quarter, granularity.hour]);

/** Returns the step of a day that a query is about; null if it is about another time. */
function findStep({ periods }: MeasurementQuery, site: Topology): (SlotTime & { readonly width: Granularity }) | null {
  const [period, ...more] = periods;
  if (period?.kind !== 'span' || more.length > 0) return null;
  const { from, to } = period.span;
  const width = ((to - from) / 1000) as Granularity;
  const minutes = instantToWall(site.timezone, from) / 60_000 - getChangeOfDayMs(site) / 60_000;
  if (!stepWidths.has(width) || minutes % (width / 60) !== 0) return null;
  return { date: toSiteDay(site, from), minutes: minutes % 1440, width };
}

/** Returns the first and last queried day; null for queries of other times than whole days. */
function queriedDays({ periods }: MeasurementQuery, site: Topology, now: Instant): HistoryPlan['asked'] | null {
  const today = toSiteDay(site, now);
  if (periods.length === 0) return { first: today, last: today };
  const ranges = periods.flatMap((period) => {
    if (period.kind === 'days') return [period.days];
    const { from, to } = period.span;
    const isWhole = isDayStart(site, from) && isDayStart(site, to);
    return isWhole ? [{ from: toSiteDay(site, from), to: toSiteDay(site, to) }] : [];
  });
  if (ranges.length < periods.length) return null;
  return {
    first: ranges.map(({ from }) => from).sort()[0] as LocalDate,
    last: addDays(
      ranges
        .map(({ to }) => to)
        .sort()
        .at(-1) as LocalDate,
      -1,
    ),
  };
}

const dayMs = 86_400_000;

function dateWidth(
  query: MeasurementQuery,
  metric: Metric,
  { first, last }: { readonly first: LocalDate; readonly last: LocalDate },
): Granularity {
  const length = (daysBetween(first, last) + 1) * dayMs;
  return chooseGrain(query, metric, length, 0, []).dates[0] as Granularity;
}

const quarterMinutes = 15;

/**
 * Returns the part of the queried hours that is over today, in whole quarters of an hour. Undefined if it is empty, or
 * not the same clock times at all sites.
 */
function hoursUntil(hours: HourFilter | null, sites: readonly Topology[], now: Instant): HourFilter | undefined {
  const windows = sites.map((site) => {
    const change = getChangeOfDayMs(site) / 60_000;
    const sinceChange = (minutes: number) => (minutes - change + 1440) % 1440;
    const minutesNow = Math.floor((instantToWall(site.timezone, now) % dayMs) / 60_000);
    const end = Math.floor(sinceChange(minutesNow) / quarterMinutes) * quarterMinutes;
    const asked = hours !== null && 'preset' in hours ? getPresetHours(hours.preset, site.openingHours) : hours;
    if (asked === null) return [0, end, change] as const;
    if (asked.openingOnly === true) {
      const [opening] = listOpenSpans(site, toSiteDay(site, now));
      if (opening === undefined) return null;
      return [sinceChange((instantToWall(site.timezone, opening.from) % dayMs) / 60_000), end, change] as const;
    }
    const [from, to] = [minutesOf(asked.from), minutesOf(asked.to)].map((minutes) => sinceChange(minutes % 1440));
    return [from as number, Math.min(end, to === 0 ? 1440 : (to as number)), change] as const;
  });
  const [window] = windows;
  if (window == null || window[0] >= window[1] || windows.some((one) => String(one) !== String(window)))
    return undefined;
  const [from, to, change] = window;
  return { from: formatTimeOfDay((from + change) % 1440), to: formatTimeOfDay((to + change) % 1440 || 1440) };
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
