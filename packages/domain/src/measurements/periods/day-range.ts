import {
  addDays,
  dateAt,
  daysBetween,
  err,
  type Failure,
  failure,
  type Instant,
  isLocalDate,
  type LocalDate,
  ok,
  parseInstant,
  type Result,
  type SiteCalendar,
  type Span,
  spanOfDays,
} from '../../core/index.ts';

/** Days of a site from `from` to before `to`, as in `2020-02-14/2020-02-15`, which is one day. */
export interface DayRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** What a date condition may say: whole days, or two instants. */
export type DateInterval =
  | { readonly kind: 'days'; readonly days: DayRange }
  | { readonly kind: 'span'; readonly span: Span };

/** The range from one day to another, both included, as a date picker shows it. */
export function dayRange(first: LocalDate, last: LocalDate): DayRange {
  return { from: first, to: addDays(last, 1) };
}

export function lastDayOf(range: DayRange): LocalDate {
  return addDays(range.to, -1);
}

export function lengthOf(range: DayRange): number {
  return daysBetween(range.from, range.to);
}

/** How many days there are, all ranges together. */
export function daysOf(ranges: readonly DayRange[]): number {
  return ranges.reduce((sum, range) => sum + lengthOf(range), 0);
}

/** Reads `begin/end`, end excluded: two local dates, or two RFC 3339 times with offset. Refuses what is empty or reversed. */
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

/** The time an interval means at one site: the same days are other instants elsewhere. */
export function spanOfInterval(calendar: SiteCalendar, interval: DateInterval): Span {
  return interval.kind === 'span' ? interval.span : spanOfDays(calendar, interval.days.from, interval.days.to);
}

/** Installations without a usable creation date are taken to exist since then. */
const earliestCreation: LocalDate = '2016-01-01';

/** The first and last day a date picker offers: from the site's creation to its calendar date now. */
export function selectableDays(
  site: SiteCalendar & { readonly createdAt: Instant | null },
  now: Instant,
): { readonly first: LocalDate; readonly last: LocalDate } {
  const first = site.createdAt === null ? earliestCreation : dateAt(site.timezone, site.createdAt);
  return { first, last: dateAt(site.timezone, now) };
}

/** One row of a custom timespan while it is being filled in; both days included. */
export interface RangeRow {
  readonly first: LocalDate | null;
  readonly last: LocalDate | null;
}

/** What is wrong with a custom timespan, and where the cursor belongs. */
export interface RangeProblem {
  readonly row: number;
  readonly field: 'first' | 'last';
  readonly kind: 'empty' | 'outOfBounds' | 'reversed' | 'overlap';
}

/** The ranges of a custom timespan, oldest first, or its first problem: empty dates before any other kind, then by row. */
export function readRanges(
  rows: readonly RangeRow[],
  bounds: { readonly first: LocalDate; readonly last: LocalDate },
): Result<readonly DayRange[], RangeProblem> {
  const ranges: DayRange[] = [];
  for (const [row, { first, last }] of rows.entries()) {
    if (first === null || last === null) {
      return err({ row, field: first === null ? 'first' : 'last', kind: 'empty' });
    }
    ranges.push(dayRange(first, last));
  }
  for (const [row, range] of ranges.entries()) {
    const last = lastDayOf(range);
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
