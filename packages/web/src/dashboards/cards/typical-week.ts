import type { Weekday } from '@atrium/domain/core';
import { type Answer, findBusyHours, parseTypicalWeek } from '@atrium/domain/dashboards';
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

/** Folds the answer for the weeks before today into one week; null if nothing was measured. */
export function foldTypicalWeek(answer: Answer, { topology }: Site): TypicalWeekRows | null {
  const week = parseTypicalWeek(answer);
  const busy = findBusyHours(week);
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

/** Formats an hour of the day. */
export const formatHour = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
