import {
  err,
  estimateBuckets,
  type Failure,
  failure,
  getChangeOfDayMs,
  granularity,
  type Instant,
  ok,
  type Result,
  type Span,
  toDaySpan,
  toSiteDay,
} from '@atrium/domain/core';
import {
  type Facet,
  getFacets,
  getMaxGroups,
  getPlacingMetrics,
  getQuantities,
  type MeasurementQuery,
  type Metric,
  maxPoints,
  type Quantity,
  type RefusalId,
  resolveInterval,
} from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import { chooseFittingGrain, chooseGrain, countReadTimes, type Grain } from './granularity.ts';
import { type PlannedSeries, planSeries } from './planned-series.ts';
import type { HasReported } from './reporting-places.ts';
import type { MeasurementFacts, ScopedQuery } from './scoped-query.ts';
import { listReadSources } from './sources.ts';
import { buildTimeline, cutPeriod, cutTimeline, type Timeline } from './timeline.ts';

/** Everything decided about one metric of a query before reading. */
export interface Plan {
  /** Query with this metric's aggregation. */
  readonly query: MeasurementQuery;
  readonly metric: Metric;
  /** Labels of this metric in the groupings by metric. */
  readonly labels: Facet['labels'];
  readonly facts: MeasurementFacts;
  readonly grain: Grain;
  readonly sites: readonly PlannedSite[];
  /** Whether the sites' clocks or changes of day differ. Labels then align without their offset. */
  readonly clocksDiffer: boolean;
}

export interface PlannedSite {
  readonly topology: Topology;
  readonly series: readonly PlannedSeries[];
  /** Queried periods, oldest first. */
  readonly spans: readonly Span[];
  readonly timeline: Timeline;
}

export interface EarlierTime {
  readonly timeline: Timeline;
  /** For each bucket of the timeline the bucket it is compared with, or null. */
  readonly matches: readonly (number | null)[];
}

const dayMs = 86_400_000;
/** Maximum base buckets times series per query. */
const maxCells = 1_000_000;
/** Returns the length of a device's readings of a metric in s; undefined when its readings do not show one. */
export type ReadingLengthLookup = (device: number, metric: string) => number | undefined;

/** Facts about a query before its widths are chosen. */
export interface Preparation {
  readonly planned: readonly { readonly facet: Facet; readonly sites: readonly PlannedSite[] }[];
  /** Queried time in ms. */
  readonly length: number;
  /** Finest width that any of its metrics would get if sensors reported arbitrarily often. */
  readonly finest: number;
}

/** Decides periods, widths and sources of a query by the declared intervals of devices. Reads nothing. */
export function planQuery(
  scopedQuery: ScopedQuery,
  now: Instant,
  tells: HasReported,
): Result<readonly Plan[], Failure> {
  return planPrepared(scopedQuery, prepareQuery(scopedQuery, now, tells), () => undefined);
}

/** Decides periods and sources of a query, each site in its own time. */
export function prepareQuery(scopedQuery: ScopedQuery, now: Instant, tells: HasReported): Preparation {
  const { query } = scopedQuery;
  const facets = getFacets(query);
  if (facets === null) throw new Error(`a query about ${query.metric} that was never checked`);
  const times = scopedQuery.sites.map(({ topology }) => spansOf(topology, query, now));
  const planned = facets.map((facet) => ({ facet, sites: planSites(scopedQuery, facet.metric, times, tells) }));
  const length = Math.max((query.historyDays ?? 0) * dayMs, ...times.map(totalLength));
  const calendars = scopedQuery.sites.map((site) => site.topology);
  const bases = facets.map(
    ({ metric, aggregation }) => chooseGrain({ ...query, aggregation }, metric, length, 0, calendars).base,
  );
  return { planned, length, finest: Math.min(...bases) };
}

/** Decides widths, no finer than sensors report. Returns a plan for each metric of the query. */
export function planPrepared(
  scopedQuery: ScopedQuery,
  { planned, length }: Preparation,
  lengthOf: ReadingLengthLookup,
  shared: SharedTimelines = new Map(),
): Result<readonly Plan[], Failure> {
  const { query } = scopedQuery;
  const slowest = slowestInterval(
    planned.flatMap(({ sites }) => sites),
    lengthOf,
  );
  const calendars = scopedQuery.sites.map((site) => site.topology);
  const plans = planned.map(({ facet: { metric, aggregation, labels }, sites }): Plan => {
    const own = { ...query, aggregation };
    const grain = chooseFittingGrain(own, metric, length, slowest, calendars, seriesOf(sites));
    return {
      query: own,
      metric,
      labels,
      grain,
      facts: scopedQuery.facts,
      sites,
      clocksDiffer: doClocksDiffer(calendars),
    };
  });
  const problem = mixedCurrencies(plans) ?? tooRare(plans) ?? checkSize(plans, length);
  if (problem !== null) return err(problem);
  return ok(
    plans.map((plan) => {
      const timelineOf = timelines(plan, shared);
      return {
        ...plan,
        sites: plan.sites.map((site) => skipUnmeasured(plan, { ...site, timeline: timelineOf(site) })),
      };
    }),
  );
}

/** Drops the series that nothing is known of, where the query wants none. A closed hour of any place is known. */
function skipUnmeasured({ query, metric }: Plan, site: PlannedSite): PlannedSite {
  const isBySensors = getQuantities(metric).every(({ expression: { type } }) => type !== 'sales' && type !== 'setting');
  if (query.skipsUnmeasured !== true || !isBySensors || site.timeline.buckets.some(({ closed }) => closed)) return site;
  return { ...site, series: site.series.filter(({ sources }) => sources.some((own) => own.length > 0)) };
}

const emptyTimeline: Timeline = { buckets: [], edges: [], bucketOf: [], cutAt: null };

function planSites(
  { query, sites, facts }: ScopedQuery,
  metric: Metric,
  times: readonly (readonly Span[])[],
  tells: HasReported,
): readonly PlannedSite[] {
  return sites.map((selection, index) => ({
    topology: selection.topology,
    series: planSeries(selection, query, metric, facts.tagCategories, tells),
    spans: times[index] ?? [],
    timeline: emptyTimeline,
  }));
}

/** Timelines of queries that are answered together. Those of a page are mostly about the same time. */
export type SharedTimelines = Map<string, Timeline>;

/** Sites with equal clocks share a timeline, unless it depends on opening hours. Shared timelines are read together. */
function timelines({ query, grain, metric }: Plan, shared: SharedTimelines): (site: PlannedSite) => Timeline {
  const isMatched = query.compare !== null || query.aggregation === 'EVOLUTION';
  const ofAll = JSON.stringify([grain.base, grain.dates, query.weekdays, query.hours, isMatched]);
  return ({ topology, spans }) => {
    const { timezone, changeOfDay, installationId } = topology;
    const own = JSON.stringify([timezone, changeOfDay, spans, query.hours === null ? null : installationId]);
    const key = `${ofAll} ${own}`;
    const timeline =
      shared.get(key) ??
      buildTimeline(
        topology,
        spans.map((span) => cutPeriod(topology, span, grain.base, grain.dates)),
        query,
        isMatched,
      );
    shared.set(key, timeline);
    const changes = findChanges(topology, metric);
    const cutKey = `${key} ${JSON.stringify(changes)}`;
    const cut = shared.get(cutKey) ?? cutTimeline(timeline, changes);
    shared.set(cutKey, cut);
    return cut;
  };
}

function doClocksDiffer(calendars: readonly Topology[]): boolean {
  return new Set(calendars.map((calendar) => `${calendar.timezone} ${getChangeOfDayMs(calendar)}`)).size > 1;
}

/** Returns a failure when amounts of different currencies would be summed. */
function mixedCurrencies(plans: readonly Plan[]): Failure | null {
  const paid = plans.filter(({ metric }) => getQuantities(metric).some(isMoney));
  const [first] = paid;
  const currencies = first === undefined ? undefined : findMixture(first);
  if (first === undefined || currencies === undefined) return null;
  const names = [...currencies].sort().join(' and ');
  const message = `${first.metric.id} in ${names} can't be added up: group by ZONE or ask for one site.`;
  const id: RefusalId = 'currencies';
  const reason = { id, values: { metric: first.metric.id, currencies: [...currencies].sort().join(', ') } };
  return { ...failure('BAD_INPUT', message, 'metric'), reason };
}

/** Returns the currencies of the first group of places whose sites have several. */
function findMixture({ sites }: Plan): ReadonlySet<string> | undefined {
  const byGroup = new Map<string, Set<string>>();
  for (const { topology, series } of sites)
    for (const { groups } of series) {
      const key = JSON.stringify([...groups].map(([index, group]) => [index, group.key]));
      byGroup.set(key, (byGroup.get(key) ?? new Set()).add(topology.currency ?? 'none'));
    }
  return [...byGroup.values()].find(({ size }) => size > 1);
}

/** Returns a failure when a daily value is queried by the hour. */
function tooRare(plans: readonly Plan[]): Failure | null {
  const rare = plans.find(
    ({ grain, query }) => grain.base >= granularity.day && query.groupBy.some(({ period }) => period === 'HOURLY'),
  );
  if (rare === undefined) return null;
  const metric = rare.metric.id;
  const message = `${metric} by HOURLY makes no sense here: its sensors report once a day at most.`;
  const id: RefusalId = 'rare';
  return { ...failure('BAD_INPUT', message, 'groupBy'), reason: { id, values: { metric, period: 'HOURLY' } } };
}

function isMoney({ expression }: Quantity): boolean {
  if (expression.type === 'metered') return expression.as === 'cost';
  return expression.type === 'sales' && expression.of === 'turnover';
}

function spansOf(topology: Topology, query: MeasurementQuery, now: Instant): Span[] {
  if (query.periods.length === 0) return [toDaySpan(topology, toSiteDay(topology, now))];
  return query.periods.map((period) => resolveInterval(topology, period)).filter((span) => span.from < span.to);
}

function totalLength(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.to - span.from, 0);
}

/** Returns the longest interval (s) of the devices that count for the query. */
function slowestInterval(sites: readonly PlannedSite[], lengthOf: ReadingLengthLookup): number {
  const intervals = sites.flatMap(({ topology, series }) => {
    const declared = new Map(topology.devices.map(({ id, interval }): [number, number] => [id, interval]));
    const sources = listReadSources(
      topology,
      series.flatMap((one) => one.sources.flat()),
    );
    return sources.map(({ deviceId, metric }) => lengthOf(deviceId, metric) ?? declared.get(deviceId) ?? 0);
  });
  return intervals.reduce((high, interval) => Math.max(high, interval), 0);
}

function checkSize(plans: readonly Plan[], length: number): Failure | null {
  const span = { from: 0, to: length };
  let points = 0;
  let cells = 0;
  for (const { grain, sites, query } of plans) {
    const series = seriesOf(sites);
    const finest = grain.dates.length === 0 ? null : (Math.min(...grain.dates) as Grain['base']);
    const buckets = estimateBuckets(span, grain.base);
    points += series * Math.min(buckets, clockGroups(query) * (finest === null ? 1 : estimateBuckets(span, finest)));
    cells += cellsOf({ grain, sites, query }, length);
  }
  const isSent = plans.some(({ query }) => query.historyDays === undefined);
  if ((points <= maxPoints || !isSent) && cells <= maxCells) return null;
  return failure(
    'RANGE_TOO_WIDE',
    `More than ${maxPoints} points: ask for a shorter range, fewer zones or a coarser granularity.`,
  );
}

function seriesOf(sites: readonly PlannedSite[]): number {
  return sites.reduce((sum, site) => sum + site.series.length, 0);
}

function cellsOf({ grain, sites, query }: Pick<Plan, 'grain' | 'sites' | 'query'>, length: number): number {
  return seriesOf(sites) * estimateBuckets({ from: 0, to: length }, grain.base) * countReadTimes(query);
}

/** Returns the number of buckets merged into one point by hours of the day. Weekdays, weeks and months are few. */
function clockGroups({ groupBy }: MeasurementQuery): number {
  const periods = groupBy.flatMap(({ period }) => period ?? []);
  return periods.includes('HOURLY') ? periods.reduce((all, period) => all * getMaxGroups(period), 1) : 1;
}

/** Returns when doors or devices changed. In between, the sources of a metric of a zone stay the same. */
export function findChanges(topology: Topology, metric: Metric): Instant[] {
  const periods = [
    ...topology.passages.flatMap((passage) => passage.ends),
    ...topology.devices.flatMap((device) => [...device.placements, ...(device.members ?? [])]),
    ...(getPlacingMetrics(metric).length === 0
      ? []
      : topology.devices.map(({ installedAt, removedAt }) => ({ validFrom: installedAt, validTo: removedAt }))),
  ];
  return periods.flatMap(({ validFrom, validTo }) => [validFrom, validTo]).filter((at) => at !== null);
}
