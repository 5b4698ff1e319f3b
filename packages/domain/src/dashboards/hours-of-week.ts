import { type LocalDate, type SiteCalendar, type Span, toDaysSpan, type Weekday } from '../core/index.ts';
import { findGroupHours, weekdayNames } from '../measurements/index.ts';
import { getTypicalDays } from './typical-week.ts';

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
