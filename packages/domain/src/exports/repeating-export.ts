import { dayOf, type Instant, type SiteCalendar, type Span, spanOfDays } from '../core/index.ts';
import { coveredDays, type Schedule } from '../schedules/index.ts';
import type { ExportRequest } from './export-request.ts';

/** The request for each file of a repeating export, without its period. */
export type StandingRequest = Omit<ExportRequest, 'from' | 'to'>;

export interface Repeating extends Schedule {
  /** Number of finished days before the run that a file covers. */
  readonly includedDays: number;
}

/** Limit per organization. */
export const mostRepeatingExports = 100;

/** Returns the period of the file due at an instant: the finished site days before it. */
export function spanDueAt(
  calendar: SiteCalendar,
  { includedDays }: Pick<Repeating, 'includedDays'>,
  at: Instant,
): Span {
  const { from, to } = coveredDays(dayOf(calendar, at), includedDays);
  return spanOfDays(calendar, from, to);
}
