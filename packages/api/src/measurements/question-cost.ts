import { granularity } from '@atrium/domain/core';
import {
  facetsOf,
  findMetric,
  isDescriptorCriterion,
  type MeasurementQuery,
  maxPoints,
  mostGroupsOf,
  ownAggregation,
  quantitiesOf,
  type RawQuery,
} from '@atrium/domain/measurements';
import { parseQuery } from '@atrium/domain/measurements/parsing';
import type { SiteSize, Sizes } from '../platform/graphql/cost/sizes.ts';
import { lengthOf } from './planner/plan/asked-time.ts';
import { chooseGrain } from './planner/plan/granularity.ts';

/** Microseconds of processor, as measured in the demo (a year of 9 sites) and at an organization of 1 000 sites. */
const each = {
  question: 3000,
  /** An id to read, and to be looked for among the zones there are. */
  id: 0.5,
  sought: 0.001,
  /** Topology and timeline of one site in one time. */
  site: 700,
  /** Of a present day, and where times are compared, every site is read by itself. */
  siteAlone: 3500,
  /** Of one device: who was heard of when, what is missing. */
  day: 8,
  /** One interval of a number that is told apart, and of a device that is read for it, in one time. */
  cell: { series: 10, device: 0.3 },
  /** The same of people inside, who are followed from quarter to quarter whatever is asked. */
  quarter: { series: 12, device: 1 },
  /** One number of the answer, written out with its label. */
  point: 30,
};

const dayMs = 86_400_000;

/** People who differ are counted apart: genders, ages, engagement. */
const splitsEach = 4;

/** What the planner would read and fold for a question, from its text: what it does not answer costs next to nothing. */
export function costOfQuestion(raw: RawQuery, sizes: Sizes): number {
  const parsed = parseQuery(raw);
  return parsed.ok ? costOf(parsed.value, sizes) : each.question;
}

/** The same of one question about several metrics in turn, read once. */
export function costOfMetrics(raw: Omit<RawQuery, 'metric'>, metrics: readonly string[], sizes: Sizes): number {
  // People who came in can be asked about any place.
  const parsed = parseQuery({ ...raw, metric: 'affluenceIn' });
  if (!parsed.ok) return each.question;
  const known = metrics.flatMap((metric) => findMetric(metric) ?? []);
  return known.reduce(
    (sum, metric) => sum + costOf({ ...parsed.value, metric: metric.id, aggregation: ownAggregation(metric) }, sizes),
    0,
  );
}

function costOf(query: MeasurementQuery, sizes: Sizes): number {
  const facets = facetsOf(query) ?? [];
  const asked = placesOf(query, sizes);
  const times = timesOf(query);
  const length = lengthOf(query);
  const days = Math.ceil(length / dayMs) + query.periods.length;
  const splits = query.groupBy.filter(({ type }) => isDescriptorCriterion(type)).length;
  const reading = facets.flatMap((facet) => {
    const { base } = chooseGrain({ ...query, aggregation: facet.aggregation }, facet.metric, length, 0, []);
    return quantitiesOf(facet.metric).map(({ kind }) => {
      const [width, cell] = kind === 'state' ? [Math.min(base, granularity.quarter), each.quarter] : [base, each.cell];
      const intervals = Math.ceil(length / (width * 1000)) * splitsEach ** splits;
      // Usual days are mostly days that are read anyway.
      const heard = Math.min(times, 2) * asked.devices * days * each.day;
      return heard + times * intervals * (asked.series * cell.series + asked.devices * cell.device);
    });
  });
  const named = idsOf(query) * (each.id + sizes.zones.all * each.sought);
  const points = Math.min(maxPoints, asked.series * pointsOf(query, length) * splitsEach ** splits);
  return (
    each.question +
    named +
    times * asked.sites * (query.periods.length === 0 || times > 1 ? each.siteAlone : each.site) +
    reading.reduce((sum, cost) => sum + cost, 0) +
    points * each.point * (times > 1 ? 3 : 1)
  );
}

/** What it costs to look behind an answer: at the readings themselves, site by site. */
export function costOfSourceReadings(raw: RawQuery, sizes: Sizes): number {
  const parsed = parseQuery(raw);
  if (!parsed.ok) return each.question;
  const { sites, devices } = placesOf(parsed.value, sizes);
  const days = Math.ceil(lengthOf(parsed.value) / dayMs) + 1;
  return each.question + sites * 5 * each.site + devices * days * each.day;
}

interface AskedPlaces {
  readonly sites: number;
  readonly devices: number;
  /** Areas, passages or devices whose numbers are told apart. */
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
    if (type === 'TAG') return all * (ids?.length ?? sizes.tags) * Math.max(1, count);
    if (type === 'TAG_CATEGORY') return all * (ids?.length ?? sizes.tagCategories) * Math.max(1, count);
    if (type === 'PASSAGE' || type === 'DEVICE') return Math.max(all, read);
    return all;
  }, 1);
  return { sites: count, devices: read, series: Math.max(series, count) };
}

/** null: all of the caller's. */
function sitesOf({ zones, installations }: MeasurementQuery, sizes: Sizes): readonly SiteSize[] | null {
  const only = installations && !installations.exclude ? new Set<number>(installations.ids) : null;
  if (!zones || zones.exclude) return only === null ? null : [...only].flatMap((id) => sizes.ofSite(id) ?? []);
  const ofZones = new Set(zones.ids.flatMap((id) => sizes.siteOfZone(id) ?? []));
  return [...ofZones].filter((id) => only?.has(id) ?? true).flatMap((id) => sizes.ofSite(id) ?? []);
}

function idsOf({ installations, zones, passages, devices, tags }: MeasurementQuery): number {
  return [installations, zones, passages, devices, tags].reduce((sum, filter) => sum + (filter?.ids.length ?? 0), 0);
}

/** In how many times the same is read. */
function timesOf({ compare, aggregation }: MeasurementQuery): number {
  if (compare === 'USUAL') return 5;
  return compare !== null || aggregation === 'EVOLUTION' ? 2 : 1;
}

/** Points of one series: on the finest time axis, or by hour and weekday. */
function pointsOf(query: MeasurementQuery, length: number): number {
  const metric = findMetric(query.metric);
  const { dates } = metric ? chooseGrain(query, metric, length, 0, []) : { dates: [] };
  const byDate = dates.length === 0 ? 1 : Math.ceil(length / (Math.min(...dates) * 1000));
  const byClock = query.groupBy.reduce((all, { period }) => all * (period === null ? 1 : mostGroupsOf(period)), 1);
  return byDate * byClock;
}
