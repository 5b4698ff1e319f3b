import { dateAt, type Instant } from '@atrium/domain/core';
import { type DateReader, formatClock, formatDate } from '@atrium/domain/core/format';

/** Formats an instant in the site's time zone: only the time if it is today there. */
export function momentText(at: Instant, timezone: string, reader: DateReader, now: Instant): string {
  const clock = formatClock(at, timezone);
  const date = dateAt(timezone, at);
  return date === dateAt(timezone, now) ? clock : `${formatDate(date, reader)} ${clock}`;
}
