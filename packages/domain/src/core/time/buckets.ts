import { type Granularity, granularity } from './granularity.ts';
import type { Instant, LocalDate, Span } from './instant.ts';
import { instantOfWall, labelWriter, wallAt } from './local.ts';
import { addDays, dateOfDayNumber, dayNumberOf, firstOfMonth, mondayOf } from './local-date.ts';
import { changeOfDayMs, dayOf, dayStart, dayStartsIn, type SiteCalendar } from './site-day.ts';
import { offsetAt, transitionsIn } from './zone-offsets.ts';

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
 * - Day, week and month begin at the change of day of their first date.
 */
export function bucketEdges(calendar: SiteCalendar, span: Span, width: Granularity): Buckets {
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
    const wall = wallAt(calendar.timezone, from);
    let next = from + width - (wall - Math.floor(wall / width) * width);
    for (; next < end; next += width) edges.push(next);
    if (end < span.to) edges.push(end);
  }
}

/** Returns the instants in the span at which any bucket must end, oldest first. */
function cutsOf(calendar: SiteCalendar, span: Span, width: number): Instant[] {
  const cuts = transitionsIn(calendar.timezone, span.from + 1, span.to).map((jump) => jump.at);
  if (changeOfDayMs(calendar) % width === 0) return cuts;
  let date = addDays(dayOf(calendar, span.from), 1);
  for (let start = dayStart(calendar, date); start < span.to; start = dayStart(calendar, date)) {
    cuts.push(start);
    date = addDays(date, 1);
  }
  return [...new Set(cuts)].sort((left, right) => left - right);
}

function pushHoursOfDay(calendar: SiteCalendar, span: Span, width: number, edges: Instant[]): void {
  const change = changeOfDayMs(calendar);
  let dayNumber = dayNumberOf(dayOf(calendar, span.from));
  for (let start = dayStart(calendar, dateOfDayNumber(dayNumber)); start < span.to; dayNumber++) {
    const next = dayStart(calendar, dateOfDayNumber(dayNumber + 1));
    pushEdge(edges, start, span);
    for (let passed = width; passed < 86_400_000; passed += width) {
      const edge = instantOfWall(calendar.timezone, dayNumber * 86_400_000 + change + passed);
      if (edge > start && edge < next) pushEdge(edges, edge, span);
    }
    start = next;
  }
}

function pushDays(calendar: SiteCalendar, span: Span, width: Granularity, edges: Instant[]): void {
  if (width === granularity.day) {
    edges.push(...dayStartsIn(calendar, span));
    return;
  }
  let date = nextDate(dayOf(calendar, span.from), width);
  for (let start = dayStart(calendar, date); start < span.to; start = dayStart(calendar, date)) {
    pushEdge(edges, start, span);
    date = nextDate(date, width);
  }
}

function nextDate(date: LocalDate, width: Granularity): LocalDate {
  return width === granularity.week ? addDays(mondayOf(date), 7) : firstOfMonth(date, 1);
}

/** Skips an edge equal to the previous one, which a clock change can cause: buckets are never empty. */
function pushEdge(edges: Instant[], edge: Instant, span: Span): void {
  if (edge > (edges.at(-1) as Instant) && edge < span.to) edges.push(edge);
}

function labelsOf(timezone: string, edges: readonly Instant[]): string[] {
  const write = labelWriter();
  const jumps = transitionsIn(timezone, edges[0] as Instant, edges.at(-1) as Instant);
  let jump = 0;
  let offset = offsetAt(timezone, edges[0] as Instant);
  const labels: string[] = [];
  for (let index = 0; index < edges.length - 1; index++) {
    const edge = edges[index] as Instant;
    for (let next = jumps[jump]; next !== undefined && next.at <= edge; next = jumps[++jump]) offset = next.after;
    labels.push(write(edge, offset));
  }
  return labels;
}
