import {
  addDays,
  dateToWall,
  type FiscalYear,
  getWeekday,
  type Instant,
  instantToDate,
  type LocalDate,
  listDays,
  type SiteCalendar,
  type Span,
  toDaySpan,
  toSiteDay,
  type Weekday,
  wallToInstant,
} from '../core/index.ts';
import { type OpeningHours, type OpeningSpan, toOpening } from './opening-week.ts';

/** Everything that determines when a site is open. Every topology is one. */
export interface OpeningCalendar extends SiteCalendar {
  readonly openingHours: OpeningHours;
  readonly closedDates: readonly LocalDate[];
}

/**
 * - open: `until` its end, null if none is found (always open).
 * - notYetOpen: today's first opening is still ahead (yesterday's, running past midnight, does not count).
 * - closed: was open today; now a break, or over for today.
 * - closedAllDay: not open at any time today. For the last three, `until` is the next opening, null if none is found.
 */
export interface OpenState {
  readonly state: 'open' | 'notYetOpen' | 'closed' | 'closedAllDay';
  readonly until: Instant | null;
}

const day = 86_400_000;
/** How far ahead to search for the next opening or closing. The near range nearly always suffices and is cheaper. */
const [nearby, sight] = [3 * day, 60 * day];

/**
 * Returns the spans in which a site is open within a site day or a span, merged, oldest first. An opening belongs to
 * the date on which it begins. So a closed date drops the openings that begin on it, not the end of the previous
 * evening. Without opening hours a site is always open, except on closed dates (from change of day to change of day).
 */
export function listOpenSpans(site: OpeningCalendar, when: LocalDate | Span): Span[] {
  const within = typeof when === 'string' ? toDaySpan(site, when) : when;
  if (within.to <= within.from) return [];
  return mergeSpans(openingsIn(site, within), within);
}

/** Returns the spans in which any of the sites is open. */
export function listAnyOpenSpans(sites: readonly OpeningCalendar[], within: Span): Span[] {
  return mergeSpans(
    sites.flatMap((site) => listOpenSpans(site, within)),
    within,
  );
}

/** Returns the spans in which none of the sites is open, oldest first. */
export function listClosedSpans(sites: readonly OpeningCalendar[], within: Span): Span[] {
  const edges = [within.from, ...listAnyOpenSpans(sites, within).flatMap(({ from, to }) => [from, to]), within.to];
  return Array.from({ length: edges.length / 2 }, (_, index) => ({
    from: edges[2 * index] ?? within.from,
    to: edges[2 * index + 1] ?? within.to,
  })).filter(({ from, to }) => to > from);
}

/** Returns whether a site is open and until when, relative to its own day (from change of day to change of day). */
export function getOpenState(site: OpeningCalendar, now: Instant): OpenState {
  const near = stateWithin(site, now, nearby);
  return near.until === null ? stateWithin(site, now, sight) : near;
}

function stateWithin(site: OpeningCalendar, now: Instant, ahead: number): OpenState {
  const today = toDaySpan(site, toSiteDay(site, now));
  const horizon = now + ahead;
  const spans = listOpenSpans(site, { from: today.from, to: horizon });
  const current = spans.find((span) => span.from <= now && now < span.to);
  if (current !== undefined) return { state: 'open', until: current.to === horizon ? null : current.to };
  const until = spans.find((span) => span.from > now)?.from ?? null;
  // Uses unmerged spans, because an opening that directly follows another still begins.
  const begun = openingsIn(site, today).some((opening) => opening.from >= today.from && opening.from <= now);
  if (!begun && until !== null && until < today.to) return { state: 'notYetOpen', until };
  const touched = spans.some((span) => span.from < today.to && span.to > today.from);
  return { state: touched ? 'closed' : 'closedAllDay', until };
}

/** Returns all openings that may overlap a span, unclipped and unordered. */
function openingsIn(site: OpeningCalendar, within: Span): Span[] {
  return site.openingHours.spans.length === 0 ? openDays(site, within) : openings(site, within);
}

function openDays(site: OpeningCalendar, within: Span): Span[] {
  if (site.closedDates.length === 0) return [within];
  const closed = new Set(site.closedDates);
  return listDays(site, within)
    .filter((date) => !closed.has(date))
    .map((date) => toDaySpan(site, date));
}

function openings(site: OpeningCalendar, within: Span): Span[] {
  const week = site.openingHours.spans.map(toOpening);
  const closed = new Set(site.closedDates);
  const longest = Math.max(...week.map((opening) => opening.begin + opening.length));
  const last = addDays(instantToDate(site.timezone, within.to), 1);
  const spans: Span[] = [];
  // Starts early enough for the longest opening, with a day more on both sides for clock changes.
  for (
    let date = addDays(instantToDate(site.timezone, within.from), -Math.ceil(longest / 1440) - 1);
    date <= last;
    date = addDays(date, 1)
  ) {
    if (closed.has(date) || isSkipped(site.timezone, date)) continue;
    for (const opening of week) {
      if (opening.day !== getWeekday(date)) continue;
      const from = wallToInstant(site.timezone, dateToWall(date, opening.begin));
      const to = wallToInstant(site.timezone, dateToWall(date, opening.begin + opening.length));
      spans.push({ from, to });
    }
  }
  return spans;
}

/** Whether the time zone skipped a date (Apia, 2011-12-30). */
function isSkipped(timezone: string, date: LocalDate): boolean {
  const midnight = wallToInstant(timezone, dateToWall(date, 0));
  return midnight === wallToInstant(timezone, dateToWall(date, 1440));
}

/** Clips spans to `within`, drops empty ones (an opening inside a clock gap), and merges adjacent ones. */
function mergeSpans(spans: readonly Span[], within: Span): Span[] {
  const merged: { from: Instant; to: Instant }[] = [];
  for (const span of [...spans].sort((left, right) => left.from - right.from)) {
    const from = Math.max(span.from, within.from);
    const to = Math.min(span.to, within.to);
    if (from >= to) continue;
    const previous = merged.at(-1);
    if (previous !== undefined && from <= previous.to) previous.to = Math.max(previous.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** A site's calendar with the API's field names. */
export interface ApiCalendar {
  readonly timezone: string;
  /** HH:MM, possibly with seconds. */
  readonly change_of_day_time: string;
  readonly opening_hours: { readonly reset: boolean; readonly spans: readonly unknown[] };
  readonly closedDates: OpeningCalendar['closedDates'];
  readonly years: ApiYears;
}

/** The organization's weeks and years with the types of the API. */
export interface ApiYears {
  readonly firstWeekday: number;
  readonly fiscalYear: { readonly firstMonth: number; readonly pattern: string | null; readonly start: string } | null;
}

/** Converts weeks and years from an API response. */
export function toYears({ firstWeekday, fiscalYear }: ApiYears) {
  return { firstWeekday: firstWeekday as Weekday, fiscalYear: fiscalYear as FiscalYear | null };
}

/** Converts a site's calendar from an API response, which may have more fields. */
export function toCalendar({
  timezone,
  change_of_day_time,
  opening_hours,
  closedDates,
  years,
}: ApiCalendar): OpeningCalendar {
  return {
    timezone,
    changeOfDay: change_of_day_time.slice(0, 5),
    ...toYears(years),
    // GraphQL has no tuples, so each end is a list of day, hour and minute.
    openingHours: { reset: opening_hours.reset, spans: opening_hours.spans as readonly OpeningSpan[] },
    closedDates,
  };
}
