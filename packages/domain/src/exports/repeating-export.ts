import { dayOf, type Instant, type SiteCalendar, type Span, spanOfDays } from '../core/index.ts';
import { coveredDays, type Schedule } from '../schedules/index.ts';
import type { ExportRequest } from './export-request.ts';

/** What is asked of each file of an export that repeats: everything but its time. */
export type StandingRequest = Omit<ExportRequest, 'from' | 'to'>;

export interface Repeating extends Schedule {
  /** How many finished days before each time a file covers. */
  readonly includedDays: number;
}

/** Repeating exports of an organization. */
export const mostRepeatingExports = 100;

/** The time of the file that is due at an instant: the finished days of the site before it. */
export function spanDueAt(
  calendar: SiteCalendar,
  { includedDays }: Pick<Repeating, 'includedDays'>,
  at: Instant,
): Span {
  const { from, to } = coveredDays(dayOf(calendar, at), includedDays);
  return spanOfDays(calendar, from, to);
}
