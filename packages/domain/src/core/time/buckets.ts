import type { Instant, LocalDate, Span } from './instant.ts';
import { createLabelFormatter, instantToWall, wallToInstant } from './local.ts';
import { addDays, dayNumberToDate, startOfMonth, startOfWeek, toDayNumber } from './local-date.ts';
import { getChangeOfDayMs, listDayStarts, type SiteCalendar, startOfSiteDay, toSiteDay } from './site-day.ts';
import { findTransitions, getOffset } from './zone-offsets.ts';

/** Bucket widths in seconds: 1, 5, 10, 15, 30 min; 1, 3, 6 h; day, week, calendar month. */
export const granularities = [60, 300, 600, 900, 1800, 3600, 10_800, 21_600, 86_400, 604_800, 2_592_000] as const;

export type Granularity = (typeof granularities)[number];

export const granularity = {
  minute: 60,
  quarter: 900,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
} as const satisfies Record<string, Granularity>;

export function isGranularity(seconds: number): seconds is Granularity {
  return (granularities as readonly number[]).includes(seconds);
}

/** Returns the smallest granularity of at least this many seconds, or a month. */
export function roundUpGranularity(seconds: number): Granularity {
  return granularities.find((one) => one >= seconds) ?? granularity.month;
}

/**
 * Estimates the number of buckets in a span, to refuse a range before computing its edges. Off by a few around clock
 * changes.
 */
export function estimateBuckets(span: Span, width: Granularity): number {
  return Math.max(0, Math.ceil((span.to - span.from) / (width * 1000)));
}

/** Bucket i spans `edges[i]` to `edges[i + 1]` (exclusive). `labels[i]` is its local start with its offset. */
export interface Buckets {
  readonly edges: readonly Instant[];
  readonly labels: readonly string[];
}

/**
 * Cuts a span into buckets of the site's local time. There is one more edge than buckets; the first and last edges are
 * the span's ends, so a bucket at either end may be clipped. An empty span has no buckets.
 * - Up to an hour: multiples of the width on the clock, cut at clock changes and at the start of each site day. So no
 * bucket has two offsets, and buckets always add up to days. An ambiguous local hour is two buckets.
 * - 3 and 6 hours: counted on the clock from the change of day; like days, they may contain a clock change.
 * - Day, week and month begin at the change of day of their first date; weeks on the calendar's first weekday.
 */
export function buildBuckets(calendar: SiteCalendar, span: Span, width: Granularity): Buckets {
  const edges = cutSpan(calendar, span, width);
  return { edges, labels: edges.length === 0 ? [] : labelsOf(calendar.timezone, edges) };
}

/** Returns the edges without labels, since formatting a year of hourly labels takes as long as finding the edges. */
export function cutSpan(calendar: SiteCalendar, span: Span, width: Granularity): readonly Instant[] {
  const edges: Instant[] = [];
  if (span.to <= span.from) return edges;
  edges.push(span.from);
  if (width <= granularity.hour) pushClockEdges(calendar, span, width * 1000, edges);
  else if (width < granularity.day) pushHoursOfDay(calendar, span, width * 1000, edges);
  else pushDays(calendar, span, width, edges);
  edges.push(span.to);
  return edges;
}

function pushClockEdges(calendar: SiteCalendar, span: Span, width: number, edges: Instant[]): void {
  for (const end of [...cutsOf(calendar, span, width), span.to]) {
    const from = edges.at(-1) as Instant;
    // Between two cuts the offset is constant, so multiples on the clock are evenly spaced instants.
    const wall = instantToWall(calendar.timezone, from);
    let next = from + width - (wall - Math.floor(wall / width) * width);
    for (; next < end; next += width) edges.push(next);
    if (end < span.to) edges.push(end);
  }
}

/** Returns the instants in the span at which any bucket must end, oldest first. */
function cutsOf(calendar: SiteCalendar, span: Span, width: number): Instant[] {
  const cuts = findTransitions(calendar.timezone, span.from + 1, span.to).map((jump) => jump.at);
  if (getChangeOfDayMs(calendar) % width === 0) return cuts;
  let date = addDays(toSiteDay(calendar, span.from), 1);
  for (let start = startOfSiteDay(calendar, date); start < span.to; start = startOfSiteDay(calendar, date)) {
    cuts.push(start);
    date = addDays(date, 1);
  }
  return [...new Set(cuts)].sort((left, right) => left - right);
}

function pushHoursOfDay(calendar: SiteCalendar, span: Span, width: number, edges: Instant[]): void {
  const change = getChangeOfDayMs(calendar);
  let dayNumber = toDayNumber(toSiteDay(calendar, span.from));
  for (let start = startOfSiteDay(calendar, dayNumberToDate(dayNumber)); start < span.to; dayNumber++) {
    const next = startOfSiteDay(calendar, dayNumberToDate(dayNumber + 1));
    pushEdge(edges, start, span);
    for (let passed = width; passed < 86_400_000; passed += width) {
      const edge = wallToInstant(calendar.timezone, dayNumber * 86_400_000 + change + passed);
      if (edge > start && edge < next) pushEdge(edges, edge, span);
    }
    start = next;
  }
}

function pushDays(calendar: SiteCalendar, span: Span, width: Granularity, edges: Instant[]): void {
  if (width === granularity.day) {
    edges.push(...listDayStarts(calendar, span));
    return;
  }
  const nextDate = (from: LocalDate) =>
    width === granularity.week ? addDays(startOfWeek(from, calendar.firstWeekday), 7) : startOfMonth(from, 1);
  let date = nextDate(toSiteDay(calendar, span.from));
  for (let start = startOfSiteDay(calendar, date); start < span.to; start = startOfSiteDay(calendar, date)) {
    pushEdge(edges, start, span);
    date = nextDate(date);
  }
}

/** Skips an edge equal to the previous one, which a clock change can cause: buckets are never empty. */
function pushEdge(edges: Instant[], edge: Instant, span: Span): void {
  if (edge > (edges.at(-1) as Instant) && edge < span.to) edges.push(edge);
}

function labelsOf(timezone: string, edges: readonly Instant[]): string[] {
  const write = createLabelFormatter();
  const jumps = findTransitions(timezone, edges[0] as Instant, edges.at(-1) as Instant);
  let jump = 0;
  let offset = getOffset(timezone, edges[0] as Instant);
  const labels: string[] = [];
  for (let index = 0; index < edges.length - 1; index++) {
    const edge = edges[index] as Instant;
    for (let next = jumps[jump]; next !== undefined && next.at <= edge; next = jumps[++jump]) offset = next.after;
    labels.push(write(edge, offset));
  }
  return labels;
}
