import { addDays, granularity, type LocalDate } from '@atrium/domain/core';
import {
  findMetric,
  getDefaultAggregation,
  getFacets,
  getMaxGroups,
  getQuantities,
  isDescriptorCriterion,
  type MeasurementQuery,
  maxPoints,
  type RawQuery,
} from '@atrium/domain/numbers';
import { expectedReach } from '@atrium/domain/numbers/expected';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import type { SiteSize, Sizes } from '../platform/graphql/cost/declared-cost.ts';
import { maxExpectedSites } from './expected/plan-expected.ts';
import { chooseFittingGrain, chooseGrain } from './planner/plan/granularity.ts';
import { getQueryLength } from './planner/plan/scoped-query.ts';

/** CPU microseconds, measured in the demo (a year of 9 sites) and for an organization of 1 000 sites. */
const each = {
  question: 3000,
  /** An id to parse, and to look for among the existing zones. */
  id: 0.5,
  sought: 0.001,
  /** Topology and timeline of one site in one period. */
  site: 700,
  /** Today and compared periods are read site by site. */
  siteAlone: 3500,
  /** One day of a device's reporting and gaps. */
  day: 8,
  /** One interval of a separate number, and of a device read for it, in one period. */
  cell: { series: 10, device: 0.3 },
  /** Same for people inside, whose intervals are at most a quarter-hour long. */
  quarter: { series: 12, device: 1 },
  /** One number of the answer, with its label. */
  point: 30,
  /** One number of a history, from its cell to the range it takes part in. */
  history: 8,
};

const dayMs = 86_400_000;

/** Separate counts per split: genders, ages, engagement. */
const splitsEach = 4;

/** Returns the cost of reading and folding a query, from its text. Rejected queries cost next to nothing. */
export function estimateQueryCost(raw: RawQuery, sizes: Sizes): number {
  const parsed = parseQuery(raw);
  return parsed.ok ? costOf(parsed.value, sizes) : each.question;
}

/** Same, for one query about several metrics that share a read. */
export function estimateMetricsCost(raw: Omit<RawQuery, 'metric'>, metrics: readonly string[], sizes: Sizes): number {
  // People entering are valid for every place.
  const parsed = parseQuery({ ...raw, metric: 'affluenceIn' });
  if (!parsed.ok) return each.question;
  const known = metrics.flatMap((metric) => findMetric(metric) ?? []);
  return known.reduce(
    (sum, metric) =>
      sum + costOf({ ...parsed.value, metric: metric.id, aggregation: getDefaultAggregation(metric) }, sizes),
    0,
  );
}

function costOf(query: MeasurementQuery, sizes: Sizes): number {
  if (query.compare !== 'EXPECTED') return costOfReading(query, sizes);
  // Compared with a mean instead (`numbers/expected`).
  if (isComparedWithMean(query) || placesOf(query, sizes).sites > maxExpectedSites)
    return costOfReading({ ...query, compare: 'USUAL' }, sizes);
  return costOfReading({ ...query, compare: null }, sizes) + costOfHistory(query, sizes);
}

/** Whether a query is about longer times than a day. */
function isComparedWithMean(query: MeasurementQuery): boolean {
  const metric = findMetric(query.metric);
  const length = getQueryLength(query);
  const { dates } = metric ? chooseGrain(query, metric, length, 0, []) : { dates: [] };
  return dates.length === 0 ? length > 2 * dayMs : (dates[0] as number) > granularity.day;
}

/** Returns the cost of a query's history, as if no cache had it. */
function costOfHistory(query: MeasurementQuery, sizes: Sizes): number {
  const days = Math.ceil(getQueryLength(query) / dayMs) + expectedReach;
  const from = '2001-01-01' as LocalDate;
  const metric = findMetric(query.metric);
  const { dates } = metric ? chooseGrain(query, metric, getQueryLength(query), 0, []) : { dates: [] };
  const width = dates[0] ?? granularity.hour;
  const history: MeasurementQuery = {
    ...query,
    compare: null,
    historyDays: days,
    granularity: width,
    groupBy: [
      ...query.groupBy.filter(({ type }) => type !== 'DATE'),
      { type: 'DATE', granularity: width, period: null, ids: null },
    ],
    periods: [{ kind: 'days', days: { from, to: addDays(from, days) } }],
  };
  return costOfReading(history, sizes);
}

function costOfReading(query: MeasurementQuery, sizes: Sizes): number {
  const facets = getFacets(query) ?? [];
  const asked = placesOf(query, sizes);
  const times = timesOf(query);
  const length = getQueryLength(query);
  const days = Math.ceil(length / dayMs) + query.periods.length;
  const splits = query.groupBy.filter(({ type }) => isDescriptorCriterion(type)).length;
  const reading = facets.flatMap((facet) => {
    const own = { ...query, aggregation: facet.aggregation };
    const { base } = chooseFittingGrain(own, facet.metric, length, 0, [], asked.series);
    return getQuantities(facet.metric).map(({ kind }) => {
      const [width, cell] = kind === 'state' ? [Math.min(base, granularity.quarter), each.quarter] : [base, each.cell];
      const intervals = Math.ceil(length / (width * 1000)) * splitsEach ** splits;
      // The days of a comparison with usual are mostly read anyway.
      const heard = Math.min(times, 2) * asked.devices * days * each.day;
      return heard + times * intervals * (asked.series * cell.series + asked.devices * cell.device);
    });
  });
  const named = idsOf(query) * (each.id + sizes.zones.all * each.sought);
  const most = query.historyDays !== undefined ? Number.POSITIVE_INFINITY : maxPoints;
  const points = Math.min(most, asked.series * pointsOf(query, length) * splitsEach ** splits);
  return (
    each.question +
    named +
    times * asked.sites * (query.periods.length === 0 || times > 1 ? each.siteAlone : each.site) +
    reading.reduce((sum, cost) => sum + cost, 0) +
    points * (query.historyDays !== undefined ? each.history : each.point * (times > 1 ? 3 : 1))
  );
}

/** Returns the cost of reading the readings behind an answer, site by site. */
export function estimateSourceReadingsCost(raw: RawQuery, sizes: Sizes): number {
  const parsed = parseQuery(raw);
  if (!parsed.ok) return each.question;
  const { sites, devices } = placesOf(parsed.value, sizes);
  const days = Math.ceil(getQueryLength(parsed.value) / dayMs) + 1;
  return each.question + sites * 5 * each.site + devices * days * each.day;
}

interface AskedPlaces {
  readonly sites: number;
  readonly devices: number;
  /** Areas, passages or devices with separate numbers. */
  readonly series: number;
}

function placesOf(query: MeasurementQuery, sizes: Sizes): AskedPlaces {
  const named = [query.zones, query.passages, query.devices].map((filter) => (filter?.exclude ? null : filter));
  const [zones, , devices] = named;
  const sites = sitesOf(query, sizes);
  const inSites = (what: keyof SiteSize) =>
    sites === null ? sizes[what].all : sites.reduce((sum, site) => sum + site[what], 0);
  const count = sites?.length ?? sizes.installations;
  const read = devices ? Math.min(devices.ids.length, inSites('devices')) : inSites('devices');
  const series = query.groupBy.reduce((all, { type, ids }) => {
    if (type === 'ZONE' || type === 'ZONE_ID')
      return all * (zones?.ids.length ?? (query.tags || query.tagCategories ? inSites('zones') : count));
    if (type === 'INSTALLATION' || type === 'COUNTRY') return all * Math.max(1, count);
    if (type === 'TAG') return all * (ids?.length ?? sizes.tags) * Math.max(1, count);
    if (type === 'TAG_CATEGORY') return all * (ids?.length ?? sizes.tagCategories) * Math.max(1, count);
    if (type === 'PASSAGE' || type === 'DEVICE') return Math.max(all, read);
    return all;
  }, 1);
  return { sites: count, devices: read, series: Math.max(series, count) };
}

/** Returns null for all sites of the caller. */
function sitesOf({ zones, installations }: MeasurementQuery, sizes: Sizes): readonly SiteSize[] | null {
  const only = installations && !installations.exclude ? new Set<number>(installations.ids) : null;
  if (!zones || zones.exclude) return only === null ? null : [...only].flatMap((id) => sizes.ofSite(id) ?? []);
  const ofZones = new Set(zones.ids.flatMap((id) => sizes.siteOfZone(id) ?? []));
  return [...ofZones].filter((id) => only?.has(id) ?? true).flatMap((id) => sizes.ofSite(id) ?? []);
}

function idsOf({ installations, zones, passages, devices, tags }: MeasurementQuery): number {
  return [installations, zones, passages, devices, tags].reduce((sum, filter) => sum + (filter?.ids.length ?? 0), 0);
}

/** Returns the number of periods read: the queried one and those it is compared with. */
function timesOf({ compare, aggregation }: MeasurementQuery): number {
  if (compare === 'USUAL') return 5;
  return compare !== null || aggregation === 'EVOLUTION' ? 2 : 1;
}

/** Returns the points of one series: on the finest time axis, or by hour and weekday. */
function pointsOf(query: MeasurementQuery, length: number): number {
  const metric = findMetric(query.metric);
  const { dates } = metric ? chooseGrain(query, metric, length, 0, []) : { dates: [] };
  const byDate = dates.length === 0 ? 1 : Math.ceil(length / (Math.min(...dates) * 1000));
  const byClock = query.groupBy.reduce((all, { period }) => all * (period === null ? 1 : getMaxGroups(period)), 1);
  return byDate * byClock;
}
