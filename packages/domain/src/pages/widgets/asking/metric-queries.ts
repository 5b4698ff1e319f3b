import {
  type Granularity,
  granularity,
  type Instant,
  toDaysSpan,
  toSiteDay,
  type ZoneId,
} from '../../../core/index.ts';
import {
  canBeSplit,
  countDays,
  countTotalDays,
  type DayRange,
  findMetric,
  kindRules,
  type RawCondition,
  type RawGroupBy,
  type RawQuery,
} from '../../../numbers/index.ts';
import { getOpenState, type Topology } from '../../../sites/index.ts';
import type { Widget, WidgetMetric } from '../../definitions/index.ts';
import { findExpectedRanges } from '../../expectation.ts';
import { getPeopleProgress } from '../../progress.ts';
import type { PageFilters, WidgetContext, WidgetQuery } from '../widget-spec.ts';
import { getGranularity, getRequestedGranularity, toSpans } from './asked-time.ts';
import { applyItemPlaces, filterTaggedZones, findWidgetSite, listDrilledZones, listWidgetZones } from './places.ts';

type Groups = NonNullable<WidgetMetric['groupBy']>;

/** How a widget type queries its metrics. */
interface AskOptions {
  /** The grouping of metrics without one of their own; null shows one number. */
  readonly groupBy: Groups | null;
  /** Adds the time series of each number and its usual values. */
  readonly withCourse?: boolean;
  /** Only the metric chosen in the widget's dropdown. */
  readonly oneMetric?: boolean;
  /** Groups steps below a day by hour of day. */
  readonly byClock?: boolean;
}

/** Returns one query per metric, in the definition's order, with the time series that explain it. */
export function buildMetricQueries(
  widget: Widget,
  context: WidgetContext,
  options: AskOptions,
): readonly WidgetQuery[] {
  const metrics = widget.metrics ?? [];
  const isInsideShown = showsInside(widget, context);
  const chosen = context.choice.metric ?? (options.oneMetric ? 0 : null);
  return metrics.flatMap((metric, index) =>
    (chosen !== null && index !== chosen) || (metric.type === 'inside' && !isInsideShown)
      ? []
      : askMetric(widget, metric, index, context, options),
  );
}

/** D08: people inside require a single range of days and a site that is open now. */
function showsInside(widget: Widget, context: WidgetContext): boolean {
  const site = findWidgetSite(widget, context);
  if (context.filters.ranges.length > 1 || site === null) return false;
  return getOpenState(site, context.now).state === 'open';
}

/** Moves DATE to the end, whatever its position in the definition: time is the axis, the other groups come first. */
function timeLast(groups: Groups): Groups {
  return [...groups.filter(({ type }) => type !== 'DATE'), ...groups.filter(({ type }) => type === 'DATE').slice(0, 1)];
}

function askMetric(
  stored: Widget,
  metric: WidgetMetric,
  index: number,
  context: WidgetContext,
  options: AskOptions,
): readonly WidgetQuery[] {
  const groupBy = timeLast(metric.groupBy ?? options.groupBy ?? []);
  const widget = applyItemPlaces(stored, metric.type);
  const byPlace = groupBy.some(({ type }) => type === 'ZONE' || type === 'ZONE_ID');
  const zones = byPlace ? listDrilledZones(widget, context) : listWidgetZones(widget, context);
  const conditions = conditionsOf(widget, metric, zones, context);
  if (conditions === null) return [];
  const { ranges } = context.filters;
  const compare = getComparisonMode(widget, metric, context);
  const grain = getGranularity(metric, ranges);
  const ask = (days: readonly DayRange[], more: Partial<RawQuery>): RawQuery => ({
    metric: metric.type,
    filters: { conditions: [...conditions, ...datesOf(days)] },
    ...(context.filters.hours === null || ignores(widget, 'date') ? {} : { hours: context.filters.hours }),
    ...(metric.aggregation === undefined ? {} : { aggregation: metric.aggregation.toUpperCase() }),
    ...(isNightOnly(metric, context, findWidgetSite(widget, context)) ? wholeOpening : {}),
    ...(metric.target === undefined ? {} : { target: metric.target }),
    ...(metric.complementary === undefined ? {} : { complementary: metric.complementary }),
    ...(metric.passageType === undefined ? {} : { passageType: metric.passageType }),
    ...more,
  });
  const isByTime = groupBy.some(({ type }) => type === 'DATE');
  const isByClock = isByTime && options.byClock === true && (getRequestedGranularity(metric) ?? 0) < granularity.day;
  const isCourse = isByTime && !isByClock;
  const clock = isByClock ? clockOf(metric, groupBy, ranges) : null;
  const groups = groupBy.flatMap((group) => (clock && group.type === 'DATE' ? clock.groups : groupOf(group, grain)));
  const site = findWidgetSite(widget, context);
  const data = ask(ranges, {
    ...(!isByTime && isPresent(metric, context, site) ? { aggregation: 'LAST' } : {}),
    ...(clock?.isMean ? { aggregation: 'AVERAGE' } : {}),
    ...(groups.length > 0 ? { groupBy: groups } : { granularity: Math.min(grain, 3600) }),
    ...(compare === null || (isByTime && compare !== 'EXPECTED') ? {} : { compare }),
    ...(metric.sortBy === undefined ? {} : { sortBy: metric.sortBy }),
    ...(metric.limit === undefined ? {} : { limit: metric.limit }),
  });
  const queries: WidgetQuery[] = [{ metric: index, role: 'data', query: data }];
  const byTime: RawGroupBy[] = [{ type: 'DATE', granularity: grain }];
  if (options.withCourse && !isCourse)
    queries.push({
      metric: index,
      role: 'course',
      query: ask(ranges, { groupBy: byTime, ...(compare === 'EXPECTED' ? { compare } : {}) }),
    });
  if (compare !== null && compare !== 'EXPECTED' && site !== null && (isCourse || options.withCourse))
    queries.push({
      metric: index,
      role: 'expected',
      query: ask(findExpectedRanges(site, ranges, compare), { groupBy: isCourse ? groups : byTime }),
    });
  return queries;
}

/** Maximum number of rows by date. Longer ranges use weekdays. */
const maxDates = 7;

interface Clock {
  readonly groups: readonly RawGroupBy[];
  /** Whether an hour combines several dates without a given aggregation. Then it is their mean. */
  readonly isMean: boolean;
}

/** Groups by hour of day, and by date or weekday unless there is another group. */
function clockOf({ type, aggregation }: WidgetMetric, groups: Groups, ranges: readonly DayRange[]): Clock {
  const [date, ...others] = timeLast(groups).toReversed();
  const days = countTotalDays(ranges);
  const isSplit = others.length > 0;
  const hours: RawGroupBy = {
    type: 'DISCONTINUOUS_DATE',
    period: 'HOURLY',
    ...(date?.aggregation === undefined ? {} : { aggregation: date.aggregation.toUpperCase() }),
  };
  const down: RawGroupBy =
    days > maxDates
      ? { type: 'DISCONTINUOUS_DATE', period: 'WEEKDAY' }
      : { type: 'DATE', granularity: granularity.day };
  const kind = findMetric(type)?.kind;
  const isOpen = aggregation === undefined && groups.every((group) => group.aggregation === undefined);
  return {
    groups: isSplit ? [hours] : [down, hours],
    isMean: isOpen && days > (isSplit ? 1 : maxDates) && kind !== undefined && kindRules[kind].allowed.has('AVERAGE'),
  };
}

/** Whether a figure shows the current state, instead of the mean of the running day. */
function isPresent(
  { type, aggregation }: WidgetMetric,
  { filters, now }: WidgetContext,
  site: Topology | null,
): boolean {
  if (site === null || aggregation !== undefined) return false;
  if (type === 'occupancy') return isWhileOpenToday(site, filters, now);
  if (findMetric(type)?.kind !== 'state') return false;
  return filters.ranges.some(({ from, to }) => {
    const span = toDaysSpan(site, from, to);
    return span.from <= now && now < span.to;
  });
}

/**
 * Whether occupancy is that of the people inside now: on the running day while the site is open. For several days or a
 * finished day it is the mean.
 */
function isWhileOpenToday(site: Topology, filters: PageFilters, now: Instant): boolean {
  const [range, ...more] = filters.ranges;
  const isToday = more.length === 0 && range?.from === toSiteDay(site, now) && countDays(range) === 1;
  return isToday && getPeopleProgress(site, toSpans(site, filters), now) === 'running';
}

/**
 * Whether the last occupancy is that of the night after a finished day. The mean of the opening hours then replaces it.
 */
function isNightOnly(
  { type, aggregation }: WidgetMetric,
  { filters, now }: WidgetContext,
  site: Topology | null,
): boolean {
  if (type !== 'occupancy' || aggregation?.toUpperCase() !== 'LAST' || filters.hours !== null) return false;
  if (site === null) return false;
  return getPeopleProgress(site, toSpans(site, filters), now) === 'over';
}

/** Opening hours. A site without any is always open. */
const wholeOpening: Partial<RawQuery> = { aggregation: undefined, hours: { openingOnly: true } };

/** Returns what a metric is compared with: its own mode, unless the user switched comparison off. */
export function getComparisonMode(widget: Widget, metric: WidgetMetric, { filters }: WidgetContext) {
  if (metric.compare === undefined || filters.compare === null || ignores(widget, 'date')) return null;
  return metric.compare === 'USUAL' ? filters.compare : metric.compare;
}

function groupOf(group: Groups[number], grain: Granularity): RawGroupBy {
  // Two zones may share a name, so groups use the id. The name is shown.
  const type = group.type === 'ZONE' ? 'ZONE_ID' : group.type;
  return {
    type,
    ...(type === 'DATE' ? { granularity: grain } : {}),
    ...(group.period !== undefined && type !== 'DATE' ? { period: group.period } : {}),
    ...(group.aggregation === undefined ? {} : { aggregation: group.aggregation.toUpperCase() }),
    ...(group.tagId === undefined ? {} : { tagId: group.tagId }),
    ...(group.tagIds === undefined ? {} : { tagIds: group.tagIds }),
  };
}

/** Returns null if the widget names no place: then it has no query. */
function conditionsOf(
  widget: Widget,
  metric: WidgetMetric,
  zones: readonly ZoneId[],
  context: WidgetContext,
): RawCondition[] | null {
  const own = [...(widget.filters?.conditions ?? []), ...(metric.filters?.conditions ?? [])].filter(
    ({ values }) => values.length > 0,
  );
  const has = (criterion: string) => own.some((condition) => condition.criterion === criterion);
  const conditions: RawCondition[] = dedupe(own);
  const add = (criterion: string, values: readonly string[], operator = 'IN') => {
    if (values.length > 0 && !has(criterion)) conditions.push({ criterion, operator, values });
  };
  add('PASSAGES', (widget.passageIds ?? []).map(String));
  add('DEVICES', (widget.deviceIds ?? []).map(String));
  const isPlaced = ['ZONES', 'PASSAGES', 'DEVICES', 'INSTALLATIONS'].some((each) =>
    conditions.some(({ criterion }) => criterion === each),
  );
  if (!isPlaced || (widget.zoneIds ?? []).length > 0) add('ZONES', zones.map(String));
  if (!isPlaced && !has('TAGS') && zones.length === 0) return null;
  const { filters } = context;
  if (filters.genders && !ignores(widget, 'gender') && isAboutPeople(metric)) add('GENDER', filters.genders);
  if (filters.engagements && !ignores(widget, 'engagement') && isAboutPeople(metric))
    add('ENGAGEMENT', filters.engagements);
  if (filters.weekdays && !ignores(widget, 'day'))
    add('DAY', filters.weekdays.days.map(String), filters.weekdays.exclude ? 'NOT_IN' : 'IN');
  return filters.tags.length === 0 || ignores(widget, 'category') ? conditions : tagged(conditions, widget, context);
}

/** Limits the zones, or all zones if none are named, to those with the chosen tags; null if none matches. */
function tagged(conditions: readonly RawCondition[], widget: Widget, context: WidgetContext): RawCondition[] | null {
  const zones = conditions.find(({ criterion }) => criterion === 'ZONES');
  const isNamed = (id: ZoneId) => zones?.values.includes(String(id)) === (zones?.operator !== 'NOT_IN');
  const all = context.sites.flatMap((site) => site.zones.map(({ id }) => id));
  const left = filterTaggedZones(zones === undefined ? all : all.filter(isNamed), widget, context);
  if (left.length === 0) return null;
  const rest = conditions.filter((condition) => condition !== zones);
  return [...rest, { criterion: 'ZONES', operator: 'IN', values: left.map(String) }];
}

/** A criterion appears once in a query. The metric's own overrides the widget's. */
function dedupe(conditions: readonly RawCondition[]): RawCondition[] {
  return [...new Map(conditions.map((condition) => [condition.criterion, condition])).values()];
}

function ignores(widget: Widget, filter: NonNullable<Widget['ignoredFilters']>[number]): boolean {
  return widget.ignoredFilters?.includes(filter) === true;
}

/** Air and meters have no descriptors. */
function isAboutPeople({ type }: WidgetMetric): boolean {
  const metric = findMetric(type);
  return metric !== undefined && canBeSplit(metric, 'gender');
}

function datesOf(ranges: readonly DayRange[]): RawCondition[] {
  return ranges.length === 0 ? [] : [{ criterion: 'DATE', values: ranges.map(({ from, to }) => `${from}/${to}`) }];
}
