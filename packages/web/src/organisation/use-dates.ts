import { dateAt } from '@atrium/domain/core';
import { formatClock, formatLocalDate } from '@atrium/domain/core/format';
import { useViewer } from './viewer.ts';

/** Writes instants as the viewer's profile has it: their pattern of a date, by the clock of their zone. */
export function useDates(): {
  readonly date: (at: number) => string;
  readonly dateTime: (at: number) => string;
  readonly timezone: string;
} {
  const { dateFormat, timezone: chosen } = useViewer();
  const timezone = chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const date = (at: number) => formatLocalDate(dateAt(timezone, at), dateFormat);
  return { date, dateTime: (at) => `${date(at)} ${formatClock(at, timezone)}`, timezone };
}
