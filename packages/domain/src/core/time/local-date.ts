import type { LocalDate } from './instant.ts';

/** 1 = Monday … 7 = Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const daysPerEra = 146_097;
/** Days from 0000-03-01 to 1970-01-01. */
const epochShift = 719_468;

/** Whether a string is a valid Gregorian date `YYYY-MM-DD`. */
export function isLocalDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && dayNumberToDate(toDayNumber(text)) === text;
}

/** Returns the days since 1970-01-01. Computed directly because `Date` reads the years 0–99 as 1900–1999. */
export function toDayNumber(date: LocalDate): number {
  const month = Number(date.slice(5, 7));
  return civilToDays(Number(date.slice(0, 4)), month, Number(date.slice(8, 10)));
}

export function dayNumberToDate(dayNumber: number): LocalDate {
  const shifted = dayNumber + epochShift;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  // Years begin in March here, so that the leap day is the last day of a year.
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return dateText(year, month, day);
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return dayNumberToDate(toDayNumber(date) + days);
}

/** Returns the days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return toDayNumber(to) - toDayNumber(from);
}

export function getWeekday(date: LocalDate): Weekday {
  return (((((toDayNumber(date) + 3) % 7) + 7) % 7) + 1) as Weekday;
}

/** Returns the first day of the date's week. Weeks begin on Monday (1) unless another weekday is given. */
export function startOfWeek(date: LocalDate, firstWeekday: Weekday = 1): LocalDate {
  return addDays(date, -getDayOfWeek(date, firstWeekday));
}

/** Returns the weekdays in the order of a week that begins on the given one. */
export function listWeekdays(firstWeekday: Weekday = 1): readonly Weekday[] {
  return Array.from({ length: 7 }, (_, index) => (((firstWeekday - 1 + index) % 7) + 1) as Weekday);
}

/** Returns the days from the first day of the date's week: 0 to 6. */
export function getDayOfWeek(date: LocalDate, firstWeekday: Weekday = 1): number {
  return (getWeekday(date) - firstWeekday + 7) % 7;
}

/** Returns the first day of the month that is `months` after the date's month. */
export function startOfMonth(date: LocalDate, months = 0): LocalDate {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  return dateText(Math.floor(count / 12), (count % 12) + 1, 1);
}

/**
 * Returns the number of the week. Week 1 has most of its days in the new year, so early January may belong to the
 * previous year. With weeks from Monday, this is the ISO 8601 week.
 */
export function getWeekOfYear(
  date: LocalDate,
  firstWeekday: Weekday = 1,
): { readonly year: number; readonly week: number } {
  const middle = addDays(startOfWeek(date, firstWeekday), 3);
  const year = Number(middle.slice(0, 4));
  return { year, week: Math.floor((toDayNumber(middle) - civilToDays(year, 1, 1)) / 7) + 1 };
}

function civilToDays(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return (
    era * daysPerEra +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    epochShift
  );
}

function dateText(year: number, month: number, day: number): LocalDate {
  return `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}
