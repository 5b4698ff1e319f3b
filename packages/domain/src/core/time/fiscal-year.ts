import type { LocalDate } from './instant.ts';
import { addDays, daysBetween, getDayOfWeek, startOfMonth, startOfWeek, type Weekday } from './local-date.ts';

/** Weeks of the three months of each quarter. */
export const weekPatterns = ['4-4-5', '4-5-4', '5-4-4'] as const;
export type WeekPattern = (typeof weekPatterns)[number];

/**
 * Rules for the first day of a year of whole weeks.
 *
 * - NEAREST: the first weekday nearest to the first day of the month. With Sunday and February, the year ends on the
 *   Saturday nearest to 31 January, as in the calendar of the National Retail Federation.
 * - LAST: the day after the last such weekday of the month before, so at most six days before the month.
 */
export const fiscalStarts = ['NEAREST', 'LAST'] as const;
export type FiscalStart = (typeof fiscalStarts)[number];

/** An organization's fiscal year: calendar months from another month than January, or months of whole weeks. */
export interface FiscalYear {
  /** 1 = January … 12. */
  readonly firstMonth: number;
  /** Null: fiscal months are calendar months. */
  readonly pattern: WeekPattern | null;
  /** Only of a year of whole weeks. */
  readonly start: FiscalStart;
}

export const fiscalUnits = ['fiscalMonth', 'fiscalQuarter', 'fiscalYear'] as const;
export type FiscalUnit = (typeof fiscalUnits)[number];

/** Days from `from` to before `to`. */
interface DateRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const calendarYear: FiscalYear = { firstMonth: 1, pattern: null, start: 'NEAREST' };

/** Returns the fiscal month, quarter or year that a date is in. Without a fiscal year, those of the calendar year. */
export function getFiscalPeriod(
  unit: FiscalUnit,
  date: LocalDate,
  { fiscalYear, firstWeekday }: { readonly fiscalYear?: FiscalYear | null; readonly firstWeekday?: Weekday },
): DateRange {
  const fiscal = fiscalYear ?? calendarYear;
  const starts = listMonthStarts(findYearStart(date, fiscal, firstWeekday), fiscal, firstWeekday);
  const month = starts.findLastIndex((start) => start <= date);
  const size = { fiscalMonth: 1, fiscalQuarter: 3, fiscalYear: 12 }[unit];
  const first = month - (month % size);
  return { from: starts[first] as LocalDate, to: starts[first + size] as LocalDate };
}

/** Returns the week of the fiscal year that a date is in, 1 to 53; null unless the year has whole weeks. */
export function getFiscalWeek(
  date: LocalDate,
  { fiscalYear, firstWeekday }: { readonly fiscalYear?: FiscalYear | null; readonly firstWeekday?: Weekday },
): number | null {
  if (!fiscalYear?.pattern) return null;
  return Math.floor(daysBetween(findYearStart(date, fiscalYear, firstWeekday), date) / 7) + 1;
}

/**
 * Returns the days between a date and the same day of the fiscal year before: 364, or 371 if that year had 53 weeks. 364
 * also where the fiscal year has no whole weeks, so that weekdays match.
 */
export function getYearShift(
  date: LocalDate,
  { fiscalYear, firstWeekday }: { readonly fiscalYear?: FiscalYear | null; readonly firstWeekday?: Weekday },
): number {
  if (!fiscalYear?.pattern) return 364;
  const start = findYearStart(date, fiscalYear, firstWeekday);
  return daysBetween(findYearStart(addDays(start, -1), fiscalYear, firstWeekday), start);
}

/** Returns the first day of the fiscal year that a date is in. */
function findYearStart(date: LocalDate, fiscal: FiscalYear, firstWeekday?: Weekday): LocalDate {
  const first = `${date.slice(0, 4)}-${String(fiscal.firstMonth).padStart(2, '0')}-01`;
  // A year of weeks may begin a few days before or after its first month.
  const starts = [12, 0, -12].map((months) => adjustToWeek(startOfMonth(first, months), fiscal, firstWeekday));
  return starts.find((start) => start <= date) as LocalDate;
}

function adjustToWeek(first: LocalDate, { pattern, start }: FiscalYear, firstWeekday?: Weekday): LocalDate {
  if (pattern === null) return first;
  const isLate = start === 'NEAREST' && getDayOfWeek(first, firstWeekday) > 3;
  return addDays(startOfWeek(first, firstWeekday), isLate ? 7 : 0);
}

/** Returns the first days of the twelve months and of the next year. A 53rd week belongs to the last month. */
function listMonthStarts(start: LocalDate, fiscal: FiscalYear, firstWeekday?: Weekday): readonly LocalDate[] {
  if (fiscal.pattern === null) return Array.from({ length: 13 }, (_, month) => startOfMonth(start, month));
  const weeks = fiscal.pattern.split('-').map(Number);
  const starts = [start];
  for (let month = 0; month < 11; month++)
    starts.push(addDays(starts[month] as LocalDate, 7 * (weeks[month % 3] as number)));
  // Far enough to be in the next year, and never in the one after.
  return [...starts, findYearStart(addDays(start, 400), fiscal, firstWeekday)];
}
