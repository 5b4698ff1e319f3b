import { dateAt, type Instant, type Weekday, wallAt, weekdayOf } from '../core/index.ts';

/** Mean of one hour of one weekday over the weeks asked for; null where no week knows it. */
export type TypicalWeek = ReadonlyMap<Weekday, readonly (number | null)[]>;

export interface HourValue {
  readonly from: Instant;
  /** Null where missing or closed: left out of the mean, not counted as 0. */
  readonly value: number | null;
}

/**
 * Folds hours of several weeks onto one, by the site's clock: 24 means a weekday. The doubled hour of an autumn night
 * is two values of the same hour; its mean stays per hour.
 */
export function foldWeek(hours: readonly HourValue[], timezone: string): TypicalWeek {
  const sums = new Map<Weekday, { sum: number; count: number }[]>();
  for (const { from, value } of hours) {
    if (value === null) continue;
    const weekday = weekdayOf(dateAt(timezone, from));
    const day = sums.get(weekday) ?? Array.from({ length: 24 }, () => ({ sum: 0, count: 0 }));
    sums.set(weekday, day);
    const cell = day[Math.floor((((wallAt(timezone, from) % msPerDay) + msPerDay) % msPerDay) / msPerHour)];
    if (!cell) continue;
    cell.sum += value;
    cell.count++;
  }
  return new Map(
    [...sums].map(([weekday, day]) => [weekday, day.map(({ sum, count }) => (count === 0 ? null : sum / count))]),
  );
}

/** The hours of the clock worth showing: from the first to the last at which anybody comes, any weekday. */
export function busyHours(week: TypicalWeek): { readonly first: number; readonly last: number } | null {
  const busy = [...week.values()].flatMap((day) =>
    day.flatMap((value, hour) => (value !== null && value > 0 ? [hour] : [])),
  );
  return busy.length === 0 ? null : { first: Math.min(...busy), last: Math.max(...busy) };
}

const msPerHour = 3_600_000;
const msPerDay = 86_400_000;
