import { type LocalDate, type SiteCalendar, type Span, spanOfDays, type Weekday } from '../core/index.ts';
import { hoursOfGroups, weekdayNames } from '../measurements/index.ts';
import { typicalDays } from './typical-week.ts';

/** The hours that one number of the week before `today` is the mean of, oldest first. */
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
