import {
  changeOfDayMs,
  dayOf,
  err,
  estimateBuckets,
  type Failure,
  failure,
  type Instant,
  ok,
  type Result,
  type Span,
  spanOfDay,
} from '@atrium/domain/core';
import {
  type CompareMode,
  compareElapsed,
  comparisonBuckets,
  findMetric,
  type MeasurementQuery,
  type Metric,
  maxPoints,
  spanOfInterval,
} from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import { chooseGrain, type Grain } from './granularity.ts';
import { type PlannedSeries, planSeries } from './planned-series.ts';
import type { ScopedQuery } from './scoped-query.ts';
import { buildTimeline, type CutPeriod, cutPeriod, cutTimeline, type Timeline } from './timeline.ts';

/** Everything decided about a query before anything is read. */
export interface Plan {
  readonly query: MeasurementQuery;
  readonly metric: Metric;
  readonly grain: Grain;
  readonly sites: readonly PlannedSite[];
  /** Whether the sites' clocks or changes of day differ, so that labels align without their offset. */
  readonly clocksDiffer: boolean;
}

export interface PlannedSite {
  readonly topology: Topology;
  readonly series: readonly PlannedSeries[];
  readonly timeline: Timeline;
  /** What it is compared with: nothing, one earlier time, or several of which the mean is taken. */
  readonly earlier: readonly EarlierTime[];
}

export interface EarlierTime {
  readonly timeline: Timeline;
  /** By bucket of the site's timeline the bucket it is compared with; null when there is none. */
  readonly matches: readonly (number | null)[];
}

/** Base buckets times series that one question may touch. */
const maxCells = 1_000_000;

/** Decides periods, widths and sources of a query, each site in its own time. Reads nothing. */
export function planQuery(scopedQuery: ScopedQuery, now: Instant): Result<Plan, Failure> {
  const { query } = scopedQuery;
  const metric = findMetric(query.metric);
  if (metric === undefined) throw new Error(`a query about ${query.metric}, which is no metric`);
  const sites = scopedQuery.sites.map((selection) => ({
    topology: selection.topology,
    series: planSeries(selection, query, metric),
    spans: spansOf(selection.topology, query, now),
  }));
  const length = Math.max(0, ...sites.map((site) => totalLength(site.spans)));
  const grain = chooseGrain(
    query,
    metric,
    length,
    slowestInterval(sites),
    sites.map((site) => site.topology),
  );
  const tooWide = checkSize(query, grain, sites, length);
  if (tooWide !== null) return err(tooWide);
  return ok({
    query,
    metric,
    grain,
    clocksDiffer: new Set(sites.map(({ topology }) => `${topology.timezone} ${changeOfDayMs(topology)}`)).size > 1,
    sites: sites.map(({ topology, series, spans }) => ({
      topology,
      series,
      ...planTime(topology, spans, query, grain, now),
    })),
  });
}

function spansOf(topology: Topology, query: MeasurementQuery, now: Instant): Span[] {
  if (query.periods.length === 0) return [spanOfDay(topology, dayOf(topology, now))];
  return query.periods.map((period) => spanOfInterval(topology, period)).filter((span) => span.from < span.to);
}

function totalLength(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.to - span.from, 0);
}

/** s; of the devices that count for the question. */
function slowestInterval(
  sites: readonly { readonly topology: Topology; readonly series: readonly PlannedSeries[] }[],
): number {
  const intervals = sites.flatMap(({ topology, series }) => {
    const asked = new Set(series.flatMap((one) => one.sources.flat()).map((source) => source.deviceId));
    return topology.devices.filter((device) => asked.has(device.id)).map((device) => device.interval);
  });
  return intervals.reduce((high, interval) => Math.max(high, interval), 0);
}

function checkSize(
  query: MeasurementQuery,
  grain: Grain,
  sites: readonly { readonly series: readonly PlannedSeries[] }[],
  length: number,
): Failure | null {
  const series = sites.reduce((sum, site) => sum + site.series.length, 0);
  const span = { from: 0, to: length };
  const finest = grain.dates.length === 0 ? null : (Math.min(...grain.dates) as Grain['base']);
  const points = series * (finest === null ? 1 : estimateBuckets(span, finest));
  const cells = series * estimateBuckets(span, grain.base) * (query.compare === 'USUAL' ? 5 : 1);
  if (points <= maxPoints && cells <= maxCells) return null;
  return failure(
    'RANGE_TOO_WIDE',
    `More than ${maxPoints} points: ask for a shorter range, fewer zones or a coarser granularity.`,
  );
}

function planTime(
  topology: Topology,
  spans: readonly Span[],
  query: MeasurementQuery,
  grain: Grain,
  now: Instant,
): Pick<PlannedSite, 'timeline' | 'earlier'> {
  const cuts = changesOf(topology);
  const finish = (periods: readonly CutPeriod[]) => cutTimeline(buildTimeline(topology, periods, query), cuts);
  const periods = spans.map((span) => cutPeriod(topology, span, grain.base, grain.dates));
  const timeline = finish(periods);
  const mode: CompareMode | null = query.aggregation === 'EVOLUTION' ? 'PREVIOUS' : query.compare;
  if (mode === null) return { timeline, earlier: [] };
  const compared = spans.map((span) => comparePeriod(topology, span, grain, mode, now));
  const shifts = compared[0]?.length ?? 0;
  const earlier = Array.from({ length: shifts }, (_, shift) => {
    const parts = compared.map((one) => one[shift] as ComparedPeriod);
    const then = finish(parts.map((part) => part.period));
    return { timeline: then, matches: matchBuckets(timeline, then, periods, parts) };
  });
  return { timeline, earlier };
}

interface ComparedPeriod {
  readonly period: CutPeriod;
  readonly matches: readonly (number | null)[];
}

function comparePeriod(
  topology: Topology,
  span: Span,
  grain: Grain,
  mode: CompareMode,
  now: Instant,
): ComparedPeriod[] {
  const { current, shifted } = compareElapsed(topology, span, mode, now);
  const buckets = cutPeriod(topology, current, grain.base, []).buckets;
  return shifted.map((one) => {
    const { matches, ...then } = comparisonBuckets(topology, buckets, grain.base, one);
    return { period: { width: grain.base, buckets: then, dates: [] }, matches };
  });
}

/** Periods' own matches in terms of whole timelines, from which filtered days are gone: buckets are found by their begin. */
function matchBuckets(
  timeline: Timeline,
  then: Timeline,
  periods: readonly CutPeriod[],
  compared: readonly ComparedPeriod[],
): (number | null)[] {
  const indexThen = new Map(then.buckets.map((bucket, index) => [bucket.from, index]));
  const matchAt = new Map<Instant, number>();
  for (const [number, { period, matches }] of compared.entries()) {
    const { edges } = (periods[number] as CutPeriod).buckets;
    for (const [index, match] of matches.entries()) {
      const begin = match === null ? undefined : period.buckets.edges[match];
      const found = begin === undefined ? undefined : indexThen.get(begin);
      if (found !== undefined) matchAt.set(edges[index] as Instant, found);
    }
  }
  return timeline.buckets.map((bucket) => matchAt.get(bucket.from) ?? null);
}

/** When anything about doors and devices changed: what counts for a zone is the same between two of these. */
function changesOf(topology: Topology): Instant[] {
  const periods = [
    ...topology.passages.flatMap((passage) => passage.ends),
    ...topology.devices.flatMap((device) => device.placements),
  ];
  return periods.flatMap(({ validFrom, validTo }) => [validFrom, validTo]).filter((at) => at !== null);
}
