import type { OpeningSpan } from './opening-hours.ts';
import type { OpeningCalendar } from './opening-spans.ts';

/** When a site is open, in the API's words. */
export interface CalendarAnswer {
  readonly timezone: string;
  /** HH:MM, perhaps with seconds. */
  readonly change_of_day_time: string;
  readonly opening_hours: { readonly reset: boolean; readonly spans: readonly unknown[] };
  readonly closedDates: OpeningCalendar['closedDates'];
}

/** Reads a site's calendar from what the API answered, which may hold more than that. */
export function calendarOfAnswer({
  timezone,
  change_of_day_time,
  opening_hours,
  closedDates,
}: CalendarAnswer): OpeningCalendar {
  return {
    timezone,
    changeOfDay: change_of_day_time.slice(0, 5),
    // GraphQL has no tuples: the API gives each end as a list of day, hour and minute.
    openingHours: { reset: opening_hours.reset, spans: opening_hours.spans as readonly OpeningSpan[] },
    closedDates,
  };
}
