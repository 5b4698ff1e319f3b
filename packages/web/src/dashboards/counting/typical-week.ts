import type { Instant, Weekday } from '@atrium/domain/core';
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
}

/** The hours of several weeks as one week; null where nothing was measured. */
export function typicalWeek(answer: Answer, { topology }: Site, now: Instant): TypicalWeekRows | null {
  const hours = bucketsOfAnswer(answer, 3600, { now, timezone: topology.timezone }).map(({ from, point }) => ({
    from,
    value: point?.state === 'known' ? point.value : null,
  }));
  const week = foldWeek(hours, topology.timezone);
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
  return { firstHour: busy.first, rows };
}
