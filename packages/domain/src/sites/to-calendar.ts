import type { OpeningSpan } from './opening-hours.ts';
import type { OpeningCalendar } from './opening-spans.ts';

/** A site's calendar with the API's field names. */
export interface ApiCalendar {
  readonly timezone: string;
  /** HH:MM, possibly with seconds. */
  readonly change_of_day_time: string;
  readonly opening_hours: { readonly reset: boolean; readonly spans: readonly unknown[] };
  readonly closedDates: OpeningCalendar['closedDates'];
}

/** Converts a site's calendar from an API response, which may have more fields. */
export function toCalendar({ timezone, change_of_day_time, opening_hours, closedDates }: ApiCalendar): OpeningCalendar {
  return {
    timezone,
    changeOfDay: change_of_day_time.slice(0, 5),
    // GraphQL has no tuples, so each end is a list of day, hour and minute.
    openingHours: { reset: opening_hours.reset, spans: opening_hours.spans as readonly OpeningSpan[] },
    closedDates,
  };
}
