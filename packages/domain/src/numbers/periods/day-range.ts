import {
  addDays,
  daysBetween,
  err,
  type Failure,
  failure,
  type Instant,
  instantToDate,
  isLocalDate,
  type LocalDate,
  ok,
  parseInstant,
  type Result,
  type SiteCalendar,
  type Span,
  toDaysSpan,
} from '../../core/index.ts';

/** Days of a site from `from` to before `to`; `2020-02-14/2020-02-15` is one day. */
export interface DayRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Date condition: whole days, or two instants. */
export type DateInterval =
  | { readonly kind: 'days'; readonly days: DayRange }
  | { readonly kind: 'span'; readonly span: Span };

/** Returns the range from one day to another, both inclusive, as in a date picker. */
export function toDayRange(first: LocalDate, last: LocalDate): DayRange {
  return { from: first, to: addDays(last, 1) };
}

export function getLastDay(range: DayRange): LocalDate {
  return addDays(range.to, -1);
}

export function countDays(range: DayRange): number {
  return daysBetween(range.from, range.to);
}

export function countTotalDays(ranges: readonly DayRange[]): number {
  return ranges.reduce((sum, range) => sum + countDays(range), 0);
}

/**
 * Parses `begin/end`, end exclusive: two local dates, or two RFC 3339 times with offset. Rejects empty and reversed
 * ranges.
 */
export function parseDateInterval(text: string): Result<DateInterval, Failure> {
  const [begin = '', end = '', ...rest] = text.split('/');
  if (rest.length > 0) return refused(text);
  if (isLocalDate(begin) && isLocalDate(end)) {
    return begin < end ? ok({ kind: 'days', days: { from: begin, to: end } }) : refused(text);
  }
  const from = parseInstant(begin);
  const to = parseInstant(end);
  if (!from.ok || !to.ok || from.value >= to.value) return refused(text);
  return ok({ kind: 'span', span: { from: from.value, to: to.value } });
}

/** Returns the time of an interval at one site; the same days are other instants elsewhere. */
export function resolveInterval(calendar: SiteCalendar, interval: DateInterval): Span {
  return interval.kind === 'span' ? interval.span : toDaysSpan(calendar, interval.days.from, interval.days.to);
}

/** Assumed creation date of installations without a usable one. */
const earliestCreation: LocalDate = '2016-01-01';

/** Returns the first and last day of a date picker: from the site's creation to its current date. */
export function getSelectableDays(
  site: SiteCalendar & { readonly createdAt: Instant | null },
  now: Instant,
): { readonly first: LocalDate; readonly last: LocalDate } {
  const first = site.createdAt === null ? earliestCreation : instantToDate(site.timezone, site.createdAt);
  return { first, last: instantToDate(site.timezone, now) };
}

/** Row of a custom timespan during editing; both days inclusive. */
export interface RangeRow {
  readonly first: LocalDate | null;
  readonly last: LocalDate | null;
}

/** Problem of a custom timespan, with the field to focus. */
export interface RangeProblem {
  readonly row: number;
  readonly field: 'first' | 'last';
  readonly kind: 'empty' | 'outOfBounds' | 'reversed' | 'overlap';
}

/** Returns the ranges of a custom timespan, oldest first, or its first problem: empty dates first, then by row. */
export function parseRanges(
  rows: readonly RangeRow[],
  bounds: { readonly first: LocalDate; readonly last: LocalDate },
): Result<readonly DayRange[], RangeProblem> {
  const ranges: DayRange[] = [];
  for (const [row, { first, last }] of rows.entries()) {
    if (first === null || last === null) {
      return err({ row, field: first === null ? 'first' : 'last', kind: 'empty' });
    }
    ranges.push(toDayRange(first, last));
  }
  for (const [row, range] of ranges.entries()) {
    const last = getLastDay(range);
    if (range.from < bounds.first || range.from > bounds.last) return err({ row, field: 'first', kind: 'outOfBounds' });
    if (last < bounds.first || last > bounds.last) return err({ row, field: 'last', kind: 'outOfBounds' });
    if (last < range.from) return err({ row, field: 'last', kind: 'reversed' });
    const overlapping = ranges.slice(0, row).some((other) => other.from < range.to && range.from < other.to);
    if (overlapping) return err({ row, field: 'first', kind: 'overlap' });
  }
  return ok(ranges.sort((left, right) => (left.from < right.from ? -1 : 1)));
}

function refused(text: string): Result<never, Failure> {
  return err(failure('BAD_INPUT', `Not an interval begin/end of dates or of times with offset: ${text}`, 'DATE'));
}
