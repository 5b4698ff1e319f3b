import type { FiscalYear } from './fiscal-year.ts';
import type { Instant, LocalDate, LocalTime, Span } from './instant.ts';
import { instantToWall, matchWall, parseTimeOfDay } from './local.ts';
import { dayNumberToDate, toDayNumber, type Weekday } from './local-date.ts';

/** Defines the days, weeks and years of a site. Every topology is one. */
export interface SiteCalendar {
  /** IANA name. */
  readonly timezone: string;
  readonly changeOfDay: LocalTime;
  /** The organization's first day of the week. Monday if absent. */
  readonly firstWeekday?: Weekday;
  /** The organization's fiscal year. The calendar year if absent. */
  readonly fiscalYear?: FiscalYear | null;
}

const minute = 60_000;
const day = 86_400_000;

/** Returns the site day of an instant, labelled by the date on which it begins. */
export function toSiteDay(calendar: SiteCalendar, instant: Instant): LocalDate {
  const change = getChangeOfDayMs(calendar);
  let dayNumber = Math.floor((instantToWall(calendar.timezone, instant) - change) / day);
  // Clock changes near the change of day can shift the estimate by one day.
  while (instant < startOf(calendar, dayNumber, change)) dayNumber--;
  while (instant >= startOf(calendar, dayNumber + 1, change)) dayNumber++;
  return dayNumberToDate(dayNumber);
}

/** Returns the first instant of the site's day labelled `date`. */
export function startOfSiteDay(calendar: SiteCalendar, date: LocalDate): Instant {
  return startOf(calendar, toDayNumber(date), getChangeOfDayMs(calendar));
}

/** Returns the span of a site day: 23 to 25 h around clock changes, empty for a date that the time zone skipped. */
export function toDaySpan(calendar: SiteCalendar, date: LocalDate): Span {
  return toDaysSpan(calendar, date, dayNumberToDate(toDayNumber(date) + 1));
}

/** Returns the span from the start of day `from` to the start of day `to` (exclusive). */
export function toDaysSpan(calendar: SiteCalendar, from: LocalDate, to: LocalDate): Span {
  return { from: startOfSiteDay(calendar, from), to: startOfSiteDay(calendar, to) };
}

/** Returns the site days that a span touches, oldest first, without dates the time zone skipped. */
export function listDays(calendar: SiteCalendar, span: Span): LocalDate[] {
  const days: LocalDate[] = [];
  if (span.to <= span.from) return days;
  const change = getChangeOfDayMs(calendar);
  let dayNumber = toDayNumber(toSiteDay(calendar, span.from));
  for (let start = startOf(calendar, dayNumber, change); start < span.to; dayNumber++) {
    const next = startOf(calendar, dayNumber + 1, change);
    if (next > start) days.push(dayNumberToDate(dayNumber));
    start = next;
  }
  return days;
}

/**
 * Returns the starts of site days inside a span, except the span's own start, oldest first. Formats no dates, so it is
 * fast for a year.
 */
export function listDayStarts(calendar: SiteCalendar, span: Span): Instant[] {
  const starts: Instant[] = [];
  const change = getChangeOfDayMs(calendar);
  let dayNumber = Math.floor((instantToWall(calendar.timezone, span.from) - change) / day);
  for (let start = span.from; start < span.to; start = startOf(calendar, dayNumber++, change))
    if (start > (starts.at(-1) ?? span.from)) starts.push(start);
  return starts;
}

/** Whether a site day begins at this instant. */
export function isDayStart(calendar: SiteCalendar, instant: Instant): boolean {
  return startOfSiteDay(calendar, toSiteDay(calendar, instant)) === instant;
}

/** Returns the ms from midnight to the change of day on the clock. 24:00 is the same as 00:00. */
export function getChangeOfDayMs(calendar: SiteCalendar): number {
  const minutes = parseTimeOfDay(calendar.changeOfDay);
  if (minutes === null) throw new Error(`Not a time of day: ${calendar.changeOfDay}`);
  return (minutes % 1440) * minute;
}

function startOf(calendar: SiteCalendar, dayNumber: number, change: number): Instant {
  const midnight = dayNumber * day;
  const match = matchWall(calendar.timezone, midnight + change);
  if (match.kind === 'unique') return match.at;
  if (match.kind === 'ambiguous') return match.earlier;
  // A date that never existed (Apia, 2011-12-30) has no change of day: the previous day lasts until the next date's.
  const skipped = match.gapFrom <= midnight && match.gapTo >= midnight + day;
  return skipped ? startOf(calendar, dayNumber + 1, change) : match.after;
}
