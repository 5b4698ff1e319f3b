import { addDays, daysBetween, type LocalDate, mondayOf, weekdayOf } from '../../core/index.ts';

/** Ways to bring together days that do not follow each other: all Mondays, all weeks 7, all weekends, all Mays. */
export const discontinuousPeriods = ['WEEKDAY', 'WEEKLY', 'WEEKEND', 'MONTHLY'] as const;
export type DiscontinuousPeriod = (typeof discontinuousPeriods)[number];

/** The words of weekdays, Monday first. */
export const weekdayNames = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

const monthNames = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;

/** Where a day of a site belongs: the label of its group, and the group's place among the others. */
export interface DayGroup {
  readonly label: string;
  readonly order: number;
}

const groupings: Readonly<Record<DiscontinuousPeriod, (date: LocalDate) => DayGroup>> = {
  WEEKDAY: (date) => ({ label: weekdayNames[weekdayOf(date) - 1] as string, order: weekdayOf(date) }),
  WEEKLY: (date) => ({ label: String(weekNumber(date)), order: weekNumber(date) }),
  WEEKEND: (date) => (weekdayOf(date) < 6 ? { label: 'WEEKDAY', order: 0 } : { label: 'WEEKEND', order: 1 }),
  MONTHLY: (date) => {
    const month = Number(date.slice(5, 7));
    return { label: monthNames[month - 1] as string, order: month };
  },
};

export function dayGroup(period: DiscontinuousPeriod, date: LocalDate): DayGroup {
  return groupings[period](date);
}

/** ISO 8601: week 1 is the one that holds the year's first Thursday. */
export function weekNumber(date: LocalDate): number {
  const thursday = addDays(mondayOf(date), 3);
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}
