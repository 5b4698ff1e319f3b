import { dateAt, type Instant, type Span, type Weekday, weekdayOf } from '@atrium/domain/core';
import { formatClock } from '@atrium/domain/core/format';
import { type Answer, bucketsOfAnswer, busyHours, foldWeek } from '@atrium/domain/dashboards';
import type { Site } from '../site/site.ts';

export interface TypicalRow {
  readonly weekday: Weekday;
  readonly closed: boolean;
  readonly values: readonly (number | null)[];
}

export interface TypicalWeekRows {
  readonly firstHour: number;
  readonly rows: readonly TypicalRow[];
  /** The hours whose mean stands in a cell; empty where none is known. */
  readonly spansOf: (weekday: Weekday, hour: number) => readonly Span[];
}

/** The hours of several weeks as one week; null where nothing was measured. */
export function typicalWeek(answer: Answer, { topology }: Site, now: Instant): TypicalWeekRows | null {
  const { timezone } = topology;
  const hours = bucketsOfAnswer(answer, 3600, { now, timezone }).map(({ from, to, point }) => ({
    from,
    to,
    value: point?.state === 'known' ? point.value : null,
  }));
  const week = foldWeek(hours, timezone);
  const busy = busyHours(week);
  if (!busy) return null;
  const { spans } = topology.openingHours;
  const rows = ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday): TypicalRow => {
    const values =
      week.get(weekday)?.slice(busy.first, busy.last + 1) ??
      Array.from({ length: busy.last - busy.first + 1 }, () => null);
    const neverOpen = spans.length > 0 && !spans.some((span) => span.begin[0] === weekday);
    return { weekday, closed: neverOpen && !values.some((value) => value !== null && value > 0), values };
  });
  return {
    firstHour: busy.first,
    rows,
    spansOf: (weekday, hour) =>
      hours.flatMap(({ from, to, value }) => {
        const isHere = weekdayOf(dateAt(timezone, from)) === weekday && formatClock(from, timezone) === clockOf(hour);
        return isHere && value !== null ? [{ from, to }] : [];
      }),
  };
}

/** How an hour of the day is written, and read off a clock. */
export const clockOf = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
