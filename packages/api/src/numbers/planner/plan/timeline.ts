import {
  type Buckets,
  buildBuckets,
  cutSpan,
  dateToWall,
  type Granularity,
  getWeekday,
  granularity,
  type Instant,
  instantToWall,
  type LocalDate,
  listDays,
  type Span,
  toDaySpan,
  toSiteDay,
  type Wall,
} from '@atrium/domain/core';
import { findHourSpans, getPresetHours, type MeasurementQuery } from '@atrium/domain/numbers';
import { listOpenSpans, type Topology } from '@atrium/domain/sites';

/** Base interval of a site's time. */
export interface Bucket {
  readonly from: Instant;
  readonly to: Instant;
  /** Entirely outside the queried hours. */
  readonly closed: boolean;
  /** Label in each DATE grouping, in the query's order: the group's local start with its offset. */
  readonly dates: readonly DateLabel[];
  /** Aligns it with other sites' buckets: local time at `from`, or the date for buckets of a day or longer. */
  readonly wall: Wall;
}

export interface DateLabel {
  readonly label: string;
  readonly from: Instant;
  /** Label for sites whose clocks or changes of day differ: without offset, and only the date from a day on. */
  readonly wall: Wall;
}

/**
 * Queried time of a site in atomic pieces: `edges[i]` to `edges[i + 1]` belongs to bucket `bucketOf[i]`, or to none
 * (−1) outside the query.
 */
export interface Timeline {
  readonly buckets: readonly Bucket[];
  readonly edges: readonly Instant[];
  readonly bucketOf: readonly number[];
  /** Cut at equal elapsed time. Readings across it count by their share before it. */
  readonly cutAt: Instant | null;
}

/** Periods of one site with their base buckets. */
export interface CutPeriod {
  readonly width: Granularity;
  readonly buckets: Pick<Buckets, 'edges'>;
  /** Width of each DATE grouping and its buckets in this period. */
  readonly dates: readonly { readonly width: Granularity; readonly buckets: Buckets }[];
}

/** Cuts a period of a site into base buckets and the buckets of its DATE groupings. */
export function cutPeriod(site: Topology, span: Span, base: Granularity, dates: readonly Granularity[]): CutPeriod {
  return {
    width: base,
    buckets: { edges: cutSpan(site, span, base) },
    dates: dates.map((width) => ({ width, buckets: buildBuckets(site, span, width) })),
  };
}

/**
 * Joins periods (oldest first, disjoint) into one timeline without the days and hours outside the query. A DATE group
 * cut by several periods is one group, labelled by its first part. So is a base bucket, unless its parts are matched
 * with those of another time (`isMatched`).
 */
export function buildTimeline(
  site: Topology,
  periods: readonly CutPeriod[],
  filters: Pick<MeasurementQuery, 'weekdays' | 'hours'>,
  isMatched: boolean,
): Timeline {
  const buckets: Bucket[] = [];
  let lastDates: readonly DateLabel[] = [];
  const edges: Instant[] = [];
  const bucketOf: number[] = [];
  for (const period of periods) {
    const { edges: ends } = period.buckets;
    const [first, last] = [ends[0], ends.at(-1)];
    if (first === undefined || last === undefined) continue;
    const hull = { from: first, to: last };
    const dayParts = weekdaySpans(site, hull, filters.weekdays);
    const counted = intersect(dayParts, hourParts(site, hull, filters.hours));
    const before: readonly DateLabel[] = lastDates;
    const dates = period.dates.map(({ width, buckets: cut }, date) => labelFinder(site, width, cut, before[date]));
    let day = 0;
    let hour = 0;
    for (let index = 0; index + 1 < ends.length; index++) {
      const from = ends[index] as Instant;
      const to = ends[index + 1] as Instant;
      while (day < dayParts.length && (dayParts[day] as Span).to <= from) day++;
      const asked = day < dayParts.length && (dayParts[day] as Span).from < to;
      if (!asked) {
        pushPiece(edges, bucketOf, from, to, -1);
        continue;
      }
      while (hour < counted.length && (counted[hour] as Span).to <= from) hour++;
      const closed = !(hour < counted.length && (counted[hour] as Span).from < to);
      const left = buckets.at(-1);
      const isRest =
        index === 0 && left !== undefined && !isMatched && isOneBucket(site, period.width, left.from, from);
      const bucket = isRest ? buckets.length - 1 : buckets.length;
      buckets[bucket] = isRest
        ? { ...left, to, closed: left.closed && closed }
        : {
            from,
            to,
            closed,
            dates: dates.map((find) => find(from)),
            wall: alignedWall(site, from, period.width),
          };
      let at = from;
      for (let part = hour; part < counted.length && (counted[part] as Span).from < to; part++) {
        const span = counted[part] as Span;
        if (span.from > at) pushPiece(edges, bucketOf, at, span.from, -1);
        at = Math.min(span.to, to);
        pushPiece(edges, bucketOf, Math.max(span.from, from), at, bucket);
      }
      if (at < to) pushPiece(edges, bucketOf, at, to, -1);
    }
    lastDates = dates.map((find) => find(last - 1));
  }
  return { buckets, edges, bucketOf: closeEdges(edges, bucketOf), cutAt: null };
}

/** Appends a piece. Time between two periods becomes a piece without a bucket. */
function pushPiece(edges: Instant[], bucketOf: number[], from: Instant, to: Instant, bucket: number): void {
  if (edges.length > 0 && edges.at(-1) !== from) bucketOf.push(-1);
  if (edges.at(-1) !== from) edges.push(from);
  edges.push(to);
  bucketOf.push(bucket);
}

function closeEdges(edges: readonly Instant[], bucketOf: readonly number[]): readonly number[] {
  if (edges.length > 0 && bucketOf.length !== edges.length - 1) throw new Error('pieces and edges disagree');
  return bucketOf;
}

/** Adds edges: no piece spans any of these instants. */
export function cutTimeline(timeline: Timeline, cuts: readonly Instant[]): Timeline {
  const { edges, bucketOf } = timeline;
  const begin = edges[0];
  const end = edges.at(-1);
  if (begin === undefined || end === undefined) return timeline;
  const within = [...new Set(cuts)].filter((cut) => cut > begin && cut < end);
  if (within.length === 0) return timeline;
  const known = new Set(edges);
  const inner = within.filter((cut) => !known.has(cut));
  if (inner.length === 0) return timeline;
  inner.sort((left, right) => left - right);
  const newEdges: Instant[] = [begin];
  const newBuckets: number[] = [];
  let next = 0;
  for (const [piece, bucket] of bucketOf.entries()) {
    const to = edges[piece + 1] as Instant;
    for (; next < inner.length && (inner[next] as Instant) < to; next++) {
      newEdges.push(inner[next] as Instant);
      newBuckets.push(bucket);
    }
    newEdges.push(to);
    newBuckets.push(bucket);
  }
  return { ...timeline, edges: newEdges, bucketOf: newBuckets };
}

/** Ends the timeline at an instant: later pieces belong to no bucket, and readings across it count by share. */
export function endTimeline(timeline: Timeline, at: Instant): Timeline {
  const cut = cutTimeline(timeline, [at]);
  const end = cut.edges.indexOf(at);
  if (end <= 0) return timeline;
  return { ...cut, edges: cut.edges.slice(0, end + 1), bucketOf: cut.bucketOf.slice(0, end), cutAt: at };
}

function weekdaySpans(site: Topology, hull: Span, weekdays: MeasurementQuery['weekdays']): readonly Span[] {
  if (weekdays === null) return [hull];
  const asked = listDays(site, hull).filter((date: LocalDate) => weekdays.includes(getWeekday(date)));
  return intersect(
    asked.map((date) => toDaySpan(site, date)),
    [hull],
  );
}

function hourParts(site: Topology, hull: Span, hours: MeasurementQuery['hours']): readonly Span[] {
  if (hours === null) return [hull];
  const times = 'preset' in hours ? getPresetHours(hours.preset, site.openingHours) : hours;
  return times.openingOnly === true ? listOpenSpans(site, hull) : findHourSpans(site, hull, times);
}

/** Returns the time in both lists; each is sorted and disjoint. */
export function intersect(left: readonly Span[], right: readonly Span[]): Span[] {
  const shared: Span[] = [];
  let a = 0;
  let b = 0;
  while (a < left.length && b < right.length) {
    const one = left[a] as Span;
    const other = right[b] as Span;
    const from = Math.max(one.from, other.from);
    const to = Math.min(one.to, other.to);
    if (from < to) shared.push({ from, to });
    if (one.to < other.to) a++;
    else b++;
  }
  return shared;
}

/** Whether one bucket of the site's time contains both instants, the earlier one first. */
function isOneBucket(site: Topology, width: Granularity, left: Instant, right: Instant): boolean {
  return cutSpan(site, { from: left, to: right + 1 }, width).length === 2;
}

/**
 * Returns a function that finds the bucket containing an instant, for ascending instants. The first may be the rest of
 * one cut `before`.
 */
function labelFinder(
  site: Topology,
  width: Granularity,
  { edges, labels }: Buckets,
  before: DateLabel | undefined,
): (at: Instant) => DateLabel {
  const isRest = before !== undefined && isOneBucket(site, width, before.from, edges[0] as Instant);
  let index = -1;
  let found: DateLabel | null = null;
  return (at) => {
    if (found !== null && (edges[index + 1] as Instant) > at) return found;
    do index++;
    while (index + 1 < labels.length && (edges[index + 1] as Instant) <= at);
    const from = edges[index] as Instant;
    const own = { label: labels[index] as string, from, wall: alignedWall(site, from, width) };
    found = index === 0 && isRest ? before : own;
    return found;
  };
}

/** Days align by date, whenever they begin: one site's may change at midnight and another's at four. */
function alignedWall(site: Topology, from: Instant, width: Granularity): Wall {
  return width < granularity.day ? instantToWall(site.timezone, from) : dateToWall(toSiteDay(site, from), 0);
}
