import { addDays, dayOf, daysBetween, type Instant, type LocalDate } from '../core/index.ts';
import { type OpeningCalendar, openState } from '../sites/index.ts';
import { overlapping } from './filter-codec.ts';
import { type DateRange, maxRanges, type Timespan, type TimespanPreset } from './filter-state.ts';

/** First and last day of each preset, in days before today. */
const reach: Record<TimespanPreset, readonly [first: number, last: number]> = {
  today: [0, 0],
  yesterday: [1, 1],
  last7: [6, 0],
  last14: [13, 0],
  last30: [29, 0],
  last90: [89, 0],
};

/** D02: today, or yesterday while the site is closed or not yet open. */
export function defaultTimespan(site: OpeningCalendar, now: Instant): Timespan {
  return { kind: 'preset', preset: openState(site, now).state === 'open' ? 'today' : 'yesterday' };
}

export function rangesOf(timespan: Timespan, today: LocalDate): readonly DateRange[] {
  if (timespan.kind === 'custom') return timespan.ranges;
  const [first, last] = reach[timespan.preset];
  return [{ begin: addDays(today, -first), end: addDays(today, -last) }];
}

/** The preset that means the same days, so that stepping back from today says 'yesterday'. */
export function timespanOf(range: DateRange, today: LocalDate): Timespan {
  const match = (['today', 'yesterday', 'last7', 'last14', 'last30', 'last90'] as const).find((preset) => {
    const [own] = rangesOf({ kind: 'preset', preset }, today);
    return own?.begin === range.begin && own.end === range.end;
  });
  return match ? { kind: 'preset', preset: match } : { kind: 'custom', ranges: [range] };
}

/** The same number of days just before or after; null where that would leave the site's history or pass today. */
export function shiftTimespan(
  timespan: Timespan,
  direction: -1 | 1,
  limits: { readonly first: LocalDate; readonly today: LocalDate },
): Timespan | null {
  const ranges = rangesOf(timespan, limits.today);
  const [range] = ranges;
  if (ranges.length !== 1 || !range) return null;
  const days = daysBetween(range.begin, range.end) + 1;
  const wanted = { begin: addDays(range.begin, direction * days), end: addDays(range.end, direction * days) };
  if (direction < 0) return wanted.end < limits.first ? null : timespanOf(wanted, limits.today);
  if (range.end >= limits.today) return null;
  const beyond = Math.max(0, daysBetween(limits.today, wanted.end));
  return timespanOf({ begin: addDays(wanted.begin, -beyond), end: addDays(wanted.end, -beyond) }, limits.today);
}

/** A row of the custom choice while it is being filled in. */
export interface DraftRange {
  readonly begin: LocalDate | null;
  readonly end: LocalDate | null;
}

export type DraftFault = {
  readonly row: number;
  readonly fault: 'empty' | 'overlap' | 'tooEarly' | 'tooLate' | 'reversed';
};

/** D03: the first row that stands in the way of Apply; null when the choice may be applied. */
export function faultOfDraft(
  rows: readonly DraftRange[],
  limits: { readonly first: LocalDate; readonly today: LocalDate },
): DraftFault | null {
  for (const [row, { begin, end }] of rows.entries()) {
    if (begin === null || end === null) return { row, fault: 'empty' };
    if (begin > end) return { row, fault: 'reversed' };
    if (begin < limits.first) return { row, fault: 'tooEarly' };
    if (end > limits.today) return { row, fault: 'tooLate' };
    const clash = rows
      .slice(0, row)
      .some((other) => other.begin !== null && other.end !== null && other.begin <= end && begin <= other.end);
    if (clash) return { row, fault: 'overlap' };
  }
  return rows.length === 0 || rows.length > maxRanges ? { row: 0, fault: 'empty' } : null;
}

/** A draft without faults as the choice it means. */
export function timespanOfDraft(rows: readonly DraftRange[], today: LocalDate): Timespan | null {
  const ranges = rows
    .flatMap(({ begin, end }) => (begin === null || end === null ? [] : [{ begin, end }]))
    .sort((left, right) => (left.begin < right.begin ? -1 : 1));
  const [only] = ranges;
  if (!only || ranges.length !== rows.length || overlapping(ranges)) return null;
  return ranges.length === 1 ? timespanOf(only, today) : { kind: 'custom', ranges };
}

/** The site's present day. */
export function todayAt(site: OpeningCalendar, now: Instant): LocalDate {
  return dayOf(site, now);
}
