import { addDays, type Instant, type LocalDate, toSiteDay } from '../../core/index.ts';
import { listOpenSpans, type OpeningCalendar } from '../../sites/index.ts';

/** A closed date ahead, of a site that would be open on that weekday. */
export interface ClosedDay {
  readonly siteId: number;
  readonly date: LocalDate;
  /** Whole days from the site's current day, at least 1. */
  readonly inDays: number;
}

/** Days ahead within which a closed date is worth knowing. */
const daysAhead = 14;

/** Returns the next closed date of each site within 14 days, the nearest first. */
export function listClosedDays(
  sites: readonly { readonly id: number; readonly calendar: OpeningCalendar }[],
  now: Instant,
): readonly ClosedDay[] {
  return sites
    .flatMap(({ id, calendar }): readonly ClosedDay[] => {
      const today = toSiteDay(calendar, now);
      const usually = { ...calendar, closedDates: [] };
      for (let inDays = 1; inDays <= daysAhead; inDays++) {
        const date = addDays(today, inDays);
        if (calendar.closedDates.includes(date) && listOpenSpans(usually, date).length > 0)
          return [{ siteId: id, date, inDays }];
      }
      return [];
    })
    .toSorted((one, other) => one.inDays - other.inDays || one.siteId - other.siteId);
}
