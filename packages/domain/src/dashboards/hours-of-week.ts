import { type LocalDate, type SiteCalendar, type Span, spanOfDays, type Weekday } from '../core/index.ts';
import { hoursOfGroups, weekdayNames } from '../measurements/index.ts';
import { typicalDays } from './typical-week.ts';

/** Returns the hours averaged by one cell of the typical week before `today`, oldest first. */
export function hoursOfWeek(calendar: SiteCalendar, today: LocalDate, weekday: Weekday, hour: number): readonly Span[] {
  const { from, to } = typicalDays(today);
  return hoursOfGroups(
    calendar,
    [spanOfDays(calendar, from, to)],
    [
      { period: 'WEEKDAY', label: weekdayNames[weekday - 1] as string },
      { period: 'HOURLY', label: String(hour) },
    ],
  );
}
