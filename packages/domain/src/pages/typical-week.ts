import { addDays, type LocalDate, type SiteCalendar, type Span, toDaysSpan, type Weekday } from '../core/index.ts';
import { type DayRange, findGroupHours, parseWeekday, weekdayNames } from '../numbers/index.ts';
import { type Answer, getAnswerGroups, getAnswerPoints } from './answer-series.ts';
import type { AskedQuery } from './queries/asked-query.ts';

/** Number of past weeks that make a typical week. */
export const typicalWeeks = 8;

/** Returns the days of those weeks, up to yesterday. */
export function getTypicalDays(today: LocalDate): DayRange {
  return { from: addDays(today, -7 * typicalWeeks), to: today };
}

/** Groups a query over those days by weekday and hour of day, each the mean of single hours. */
export function groupByTypicalWeek(query: AskedQuery): AskedQuery {
  return {
    ...query,
    aggregation: 'AVERAGE',
    groupBy: [
      { type: 'DISCONTINUOUS_DATE', period: 'WEEKDAY' },
      { type: 'DISCONTINUOUS_DATE', period: 'HOURLY' },
    ],
  };
}

/** The 24 hours by weekday; null if no week has a value. */
export type TypicalWeek = ReadonlyMap<Weekday, readonly (number | null)[]>;

/** Parses the answer to a query from `groupByTypicalWeek`. Omits weekdays without any value. */
export function parseTypicalWeek(answer: Answer): TypicalWeek {
  const week = new Map<Weekday, readonly (number | null)[]>();
  for (const [label, inner] of getAnswerGroups(answer)) {
    const weekday = parseWeekday(label);
    const hours = getAnswerPoints(inner);
    const day = Array.from({ length: 24 }, (_, hour) => {
      const point = hours.get(String(hour));
      return point?.state === 'known' ? point.value : null;
    });
    if (weekday !== null && day.some((value) => value !== null)) week.set(weekday, day);
  }
  return week;
}

/** Returns the range of hours with any visitors on any weekday. */
export function findBusyHours(week: TypicalWeek): { readonly first: number; readonly last: number } | null {
  const busy = [...week.values()].flatMap((day) =>
    day.flatMap((value, hour) => (value !== null && value > 0 ? [hour] : [])),
  );
  return busy.length === 0 ? null : { first: Math.min(...busy), last: Math.max(...busy) };
}

/** Returns the hours averaged by one cell of the typical week before `today`, oldest first. */
export function listHoursOfWeek(
  calendar: SiteCalendar,
  today: LocalDate,
  weekday: Weekday,
  hour: number,
): readonly Span[] {
  const { from, to } = getTypicalDays(today);
  return findGroupHours(
    calendar,
    [toDaysSpan(calendar, from, to)],
    [
      { period: 'WEEKDAY', label: weekdayNames[weekday - 1] as string },
      { period: 'HOURLY', label: String(hour) },
    ],
  );
}
