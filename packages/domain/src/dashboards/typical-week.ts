import { addDays, type LocalDate, type Weekday } from '../core/index.ts';
import { type DayRange, weekdayNamed } from '../measurements/index.ts';
import { type Answer, groupsOfAnswer, valuesOfAnswer } from './answer-series.ts';
import type { AskedQuery } from './queries/asked-query.ts';

/** How many past weeks make a week typical. */
export const typicalWeeks = 8;

/** The days of those weeks: up to yesterday. */
export function typicalDays(today: LocalDate): DayRange {
  return { from: addDays(today, -7 * typicalWeeks), to: today };
}

/** A question about those days by weekday and hour of the day, each number that of one hour in the mean. */
export function byTypicalWeek(query: AskedQuery): AskedQuery {
  return {
    ...query,
    aggregation: 'AVERAGE',
    groupBy: [
      { type: 'DISCONTINUOUS_DATE', period: 'WEEKDAY' },
      { type: 'DISCONTINUOUS_DATE', period: 'HOURLY' },
    ],
  };
}

/** By weekday the 24 hours of the clock; null where no week knows one. */
export type TypicalWeek = ReadonlyMap<Weekday, readonly (number | null)[]>;

/** Reads the answer to such a question. Weekdays of which nothing is known are left out. */
export function weekOfAnswer(answer: Answer): TypicalWeek {
  const week = new Map<Weekday, readonly (number | null)[]>();
  for (const [label, inner] of groupsOfAnswer(answer)) {
    const weekday = weekdayNamed(label);
    const hours = valuesOfAnswer(inner);
    const day = Array.from({ length: 24 }, (_, hour) => {
      const point = hours.get(String(hour))?.point;
      return point?.state === 'known' ? point.value : null;
    });
    if (weekday !== null && day.some((value) => value !== null)) week.set(weekday, day);
  }
  return week;
}

/** The hours of the clock worth showing: from the first to the last at which anybody comes, any weekday. */
export function busyHours(week: TypicalWeek): { readonly first: number; readonly last: number } | null {
  const busy = [...week.values()].flatMap((day) =>
    day.flatMap((value, hour) => (value !== null && value > 0 ? [hour] : [])),
  );
  return busy.length === 0 ? null : { first: Math.min(...busy), last: Math.max(...busy) };
}
