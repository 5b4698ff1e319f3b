import { addDays, type LocalDate, startOfIsoWeek, startOfMonth } from '../../core/index.ts';
import type { DayRange } from './day-range.ts';

export const calendarUnits = ['week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

/** Months of a unit; a week is no number of months. */
const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

/** Returns the week from Monday, the month, the quarter or the year that a date is in. */
export function getCalendarPeriod(unit: CalendarUnit, date: LocalDate): DayRange {
  if (unit === 'week') {
    const from = startOfIsoWeek(date);
    return { from, to: addDays(from, 7) };
  }
  const months = monthsOf[unit];
  const begun = (Number(date.slice(5, 7)) - 1) % months;
  return { from: startOfMonth(date, -begun), to: startOfMonth(date, months - begun) };
}

/** Returns the period before a period of the calendar. */
export function getPreviousPeriod(unit: CalendarUnit, { from }: DayRange): DayRange {
  return getCalendarPeriod(unit, addDays(from, -1));
}

/** Returns the unit of which a range is exactly one, such as a month from its first to its last day; else null. */
export function findCalendarUnit({ from, to }: DayRange): CalendarUnit | null {
  const isPeriod = (unit: CalendarUnit) => {
    const period = getCalendarPeriod(unit, from);
    return period.from === from && period.to === to;
  };
  return calendarUnits.find(isPeriod) ?? null;
}
