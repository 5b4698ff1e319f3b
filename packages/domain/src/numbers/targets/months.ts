import { addDays, daysBetween, type LocalDate, startOfMonth } from '../../core/index.ts';
import type { DayRange } from '../periods/day-range.ts';

/** Calendar month as `YYYY-MM`. */
export type Month = string;

/** Years that targets may be set for. */
const [firstYear, lastYear] = [2000, 2100];

/** Whether a text is a month `YYYY-MM` that a target may be set for. */
export function isMonth(text: string): boolean {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(text) ?? [];
  return Number(year) >= firstYear && Number(year) <= lastYear && Number(month) >= 1 && Number(month) <= 12;
}

export const toMonth = (date: LocalDate): Month => date.slice(0, 7);

/** Returns the days of a month. */
export function getMonthDays(month: Month): DayRange {
  const from = `${month}-01` as LocalDate;
  return { from, to: startOfMonth(from, 1) };
}

/** Returns the dates of a month, the first one first. */
export function listMonthDates(month: Month): readonly LocalDate[] {
  const { from, to } = getMonthDays(month);
  return Array.from({ length: daysBetween(from, to) }, (_, day) => addDays(from, day));
}

/** Returns the month that is some months after another. */
export const addMonths = (month: Month, months: number): Month => toMonth(startOfMonth(`${month}-01`, months));
