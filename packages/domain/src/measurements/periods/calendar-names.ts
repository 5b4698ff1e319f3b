import type { Weekday } from '../../core/index.ts';

/** The words of weekdays, Monday first. */
export const weekdayNames = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

/** The weekday of such a word; null of any other. */
export function weekdayNamed(name: string): Weekday | null {
  const place = (weekdayNames as readonly string[]).indexOf(name);
  return place < 0 ? null : ((place + 1) as Weekday);
}

/** The words of months, January first. */
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
