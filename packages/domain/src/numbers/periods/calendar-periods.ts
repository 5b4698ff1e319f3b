import {
  addDays,
  type FiscalUnit,
  fiscalUnits,
  getFiscalPeriod,
  type LocalDate,
  type SiteCalendar,
  startOfMonth,
  startOfWeek,
} from '../../core/index.ts';
import type { DayRange } from './day-range.ts';

export const calendarUnits = ['week', 'month', 'quarter', 'year', ...fiscalUnits] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

/** The organization's weeks and years. */
export type YearCalendar = Pick<SiteCalendar, 'firstWeekday' | 'fiscalYear'>;

/** Months of a unit; a week is no number of months. */
const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

const isFiscal = (unit: CalendarUnit): unit is FiscalUnit => (fiscalUnits as readonly string[]).includes(unit);

/** Returns the week, the month, the quarter or the year that a date is in, or those of the fiscal year. */
export function getCalendarPeriod(unit: CalendarUnit, date: LocalDate, calendar: YearCalendar): DayRange {
  if (isFiscal(unit)) return getFiscalPeriod(unit, date, calendar);
  if (unit === 'week') {
    const from = startOfWeek(date, calendar.firstWeekday);
    return { from, to: addDays(from, 7) };
  }
  const months = monthsOf[unit];
  const begun = (Number(date.slice(5, 7)) - 1) % months;
  return { from: startOfMonth(date, -begun), to: startOfMonth(date, months - begun) };
}

/** Returns the period before a period of the calendar. */
export function getPreviousPeriod(unit: CalendarUnit, { from }: DayRange, calendar: YearCalendar): DayRange {
  return getCalendarPeriod(unit, addDays(from, -1), calendar);
}

/** Returns the unit of which a range is exactly one, such as a month from its first to its last day; else null. */
export function findCalendarUnit({ from, to }: DayRange, calendar: YearCalendar): CalendarUnit | null {
  const isPeriod = (unit: CalendarUnit) => {
    const period = getCalendarPeriod(unit, from, calendar);
    return period.from === from && period.to === to;
  };
  return calendarUnits.find(isPeriod) ?? null;
}

/** Returns the fiscal units that differ from those of the calendar. */
export function listFiscalUnits({ fiscalYear }: YearCalendar): readonly FiscalUnit[] {
  if (!fiscalYear) return [];
  if (fiscalYear.pattern !== null) return fiscalUnits;
  if (fiscalYear.firstMonth === 1) return [];
  return fiscalYear.firstMonth % 3 === 1 ? ['fiscalYear'] : ['fiscalQuarter', 'fiscalYear'];
}
