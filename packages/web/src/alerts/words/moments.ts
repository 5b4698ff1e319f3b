import { dateAt, type Instant } from '@atrium/domain/core';
import { type DateReader, formatClock, formatDate } from '@atrium/domain/core/format';

/** A moment by the clock of a site: the time alone where it is of that site's present date. */
export function momentText(at: Instant, timezone: string, reader: DateReader, now: Instant): string {
  const clock = formatClock(at, timezone);
  const date = dateAt(timezone, at);
  return date === dateAt(timezone, now) ? clock : `${formatDate(date, reader)} ${clock}`;
}
