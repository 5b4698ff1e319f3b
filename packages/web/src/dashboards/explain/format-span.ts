import { instantToDate, type Span } from '@atrium/domain/core';
import { type DateReader, formatClock, formatDay } from '@atrium/domain/core/format';

/**
 * Formats `Thu 20/11/2025, 09:00–14:48`, or both days if it covers two. The end is exclusive, so a day ends at 24:00.
 */
export function formatSpan({ from, to }: Span, timezone: string, reader: DateReader): string {
  const [first, last] = [instantToDate(timezone, from), instantToDate(timezone, Math.max(from, to - 1))];
  const ends =
    instantToDate(timezone, to) !== last && formatClock(to, timezone) === '00:00' ? '24:00' : formatClock(to, timezone);
  return first === last
    ? `${formatDay(first, reader)}, ${formatClock(from, timezone)}–${ends}`
    : `${formatDay(first, reader)} ${formatClock(from, timezone)} – ${formatDay(last, reader)} ${ends}`;
}
