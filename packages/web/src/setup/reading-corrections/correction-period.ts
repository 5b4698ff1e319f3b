import {
  dateToWall,
  type Instant,
  instantToDate,
  type LocalDate,
  parseTimeOfDay,
  type Span,
  wallToInstant,
} from '@atrium/domain/core';
import { formatClock } from '@atrium/domain/core/format';

/** Begin and end as typed, in the site's time. */
export interface TypedPeriod {
  readonly fromDate: LocalDate | '';
  readonly fromTime: string;
  readonly toDate: LocalDate | '';
  readonly toTime: string;
}

/** Returns the period; null while it is incomplete. Includes both times where the clocks show one twice. */
export function readPeriod({ fromDate, fromTime, toDate, toTime }: TypedPeriod, timezone: string): Span | null {
  const from = readTime(timezone, fromDate, fromTime, 'earlier');
  const to = readTime(timezone, toDate, toTime, 'later');
  return from === null || to === null ? null : { from, to };
}

function readTime(timezone: string, date: LocalDate | '', time: string, prefer: 'earlier' | 'later'): Instant | null {
  const minutes = parseTimeOfDay(time);
  return date === '' || minutes === null ? null : wallToInstant(timezone, dateToWall(date, minutes), prefer);
}

/** Returns a period as typed, in the site's time; its end is rounded up to whole minutes. */
export function toTypedPeriod({ from, to }: Span, timezone: string): TypedPeriod {
  const end = Math.ceil(to / 60_000) * 60_000;
  return {
    fromDate: instantToDate(timezone, from),
    fromTime: formatClock(from, timezone),
    toDate: instantToDate(timezone, end),
    toTime: formatClock(end, timezone),
  };
}
