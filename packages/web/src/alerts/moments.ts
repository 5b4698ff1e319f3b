import { type Instant, instantToDate } from '@atrium/domain/core';
import { type DateReader, formatClock, formatDate } from '@atrium/domain/core/format';

/** Formats an instant in the site's time zone: only the time if it is today there. */
export function formatMoment(at: Instant, timezone: string, reader: DateReader, now: Instant): string {
  const clock = formatClock(at, timezone);
  const date = instantToDate(timezone, at);
  return date === instantToDate(timezone, now) ? clock : `${formatDate(date, reader)} ${clock}`;
}
