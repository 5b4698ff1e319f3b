import { getWeekday, type LocalDate } from '../../core/index.ts';
import type { Metric } from '../metrics/index.ts';
import { distributeTarget } from './targets.ts';

/** One day of a month. */
export interface TargetDay {
  readonly date: LocalDate;
  /** What is known of the day, today so far. Null if nothing is known. */
  readonly value: number | null;
  /** Expected value of the whole day; null without one. */
  readonly usual: number | null;
  /** Whether anything can come of it: false for a day on which the place is closed. */
  readonly isOpen: boolean;
}

export interface ProgressInput {
  readonly metric: Pick<Metric, 'decimals'>;
  readonly target: number;
  /** All days of the month, the first one first. */
  readonly days: readonly TargetDay[];
  /** The site's current day, which may lie outside the month. */
  readonly today: LocalDate;
  /** What is usual of today until now; null if it is not known. */
  readonly usualSoFar: number | null;
  /** Whether something should be known of today by now. */
  readonly isTodayDue: boolean;
}

/** How far a month is on the way to its target. All values are in the unit of the metric. */
export interface TargetProgress {
  /** Sum of the days so far. Null before the month begins, and while a day so far is unknown. */
  readonly soFar: number | null;
  /** Part of the target that is due by now. Null while it is unknown how much of today is usual by now. */
  readonly dueByNow: number | null;
  /** So far plus what is usually still to come; the sum of a month that is over. Null if either part is unknown. */
  readonly headingFor: number | null;
  /** Open days so far of which nothing is known. */
  readonly missingDays: number;
  /** Part of each day in the target. */
  readonly days: readonly number[];
}

/**
 * Computes the progress of a month. The target follows the mean of what is usual on each weekday; days that are closed
 * have no part in it. Where nothing is usual, all open days have the same part.
 */
export function computeTargetProgress(input: ProgressInput): TargetProgress {
  const { metric, target, days, today, isTodayDue } = input;
  const usualOf = estimateUsual(days);
  const weights = days.map((day) => (day.isOpen ? (usualOf(day.date) ?? 1) : 0));
  const parts = distributeTarget(target, weights, metric);
  const over = days.filter(({ date }) => date < today);
  const current = days.find(({ date }) => date === today) ?? null;
  // Before opening nothing is known of today yet, which is no gap.
  const isCounting = current !== null && (current.value !== null || isTodayDue);
  const begun = isCounting ? [...over, current] : over;
  const missingDays = begun.filter(({ value, isOpen }) => value === null && isOpen).length;
  const hasBegun = begun.length > 0;
  const soFar = hasBegun && missingDays === 0 ? begun.reduce((sum, { value }) => sum + (value ?? 0), 0) : null;
  return {
    soFar,
    dueByNow: sumDue(input, parts, usualOf),
    headingFor: sumHeading(input, soFar ?? (hasBegun ? null : 0), usualOf),
    missingDays,
    days: parts,
  };
}

type UsualOf = (date: LocalDate) => number | null;

/** Returns the mean of what is usual on a date's weekday in the month, else that of all days; null without any. */
function estimateUsual(days: readonly TargetDay[]): UsualOf {
  const known = days.filter(({ usual, isOpen }) => usual !== null && isOpen);
  const meanOf = (some: readonly TargetDay[]) =>
    some.length === 0 ? null : some.reduce((sum, { usual }) => sum + (usual ?? 0), 0) / some.length;
  const byWeekday = Map.groupBy(known, ({ date }) => getWeekday(date));
  const all = meanOf(known);
  return (date) => {
    const own = byWeekday.get(getWeekday(date));
    return own === undefined ? all : meanOf(own);
  };
}

/** Returns the parts of the days that are over, and of today the share that is usual by now. */
function sumDue(
  { days, today, usualSoFar, isTodayDue }: ProgressInput,
  parts: readonly number[],
  usualOf: UsualOf,
): number | null {
  const partOf = (matches: (date: LocalDate) => boolean) =>
    days.reduce((sum, { date }, day) => sum + (matches(date) ? (parts[day] as number) : 0), 0);
  const over = partOf((date) => date < today);
  const own = partOf((date) => date === today);
  const current = days.find(({ date }) => date === today);
  if (own === 0 || current === undefined) return over;
  const whole = current.usual ?? usualOf(today);
  if (whole === null || usualSoFar === null) return isTodayDue || current.value !== null ? null : over;
  return over + (whole === 0 ? own : own * Math.min(1, usualSoFar / whole));
}

/** Adds to what is known what is usually still to come, as `forecastClosing` does for a day. */
function sumHeading(
  { days, today, usualSoFar, isTodayDue }: ProgressInput,
  soFar: number | null,
  usualOf: UsualOf,
): number | null {
  let heading = soFar;
  for (const { date, value, usual, isOpen } of days) {
    if (date < today || !isOpen) continue;
    const whole = usual ?? usualOf(date);
    const begun = date === today && (value !== null || isTodayDue);
    if (heading === null || whole === null || (begun && usualSoFar === null)) return null;
    // The parts of a day have medians of their own, so they may exceed the whole.
    heading += Math.max(0, whole - (begun ? (usualSoFar ?? 0) : 0));
  }
  return heading;
}
