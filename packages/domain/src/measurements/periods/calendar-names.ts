import type { Weekday } from '../../core/index.ts';

/** Names of weekdays, Monday first. */
export const weekdayNames = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

/** Returns the weekday of a name, or null. */
export function parseWeekday(name: string): Weekday | null {
  const place = (weekdayNames as readonly string[]).indexOf(name);
  return place < 0 ? null : ((place + 1) as Weekday);
}

/** Names of months, January first. */
export const monthNames = [
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
