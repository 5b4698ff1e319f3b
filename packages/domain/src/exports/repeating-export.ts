import { type Instant, type SiteCalendar, type Span, toDaysSpan, toSiteDay } from '../core/index.ts';
import { getCoveredDays, type Schedule } from '../schedules/index.ts';
import type { ExportRequest } from './export-request.ts';

/** The request for each file of a repeating export, without its period. */
export type RepeatingRequest = Omit<ExportRequest, 'from' | 'to'>;

export interface Repeating extends Schedule {
  /** Number of finished days before the run that a file covers. */
  readonly includedDays: number;
}

/** Limit per organization. */
export const maxRepeatingExports = 100;

/** Returns the period of the file due at an instant: the finished site days before it. */
export function findDueSpan(
  calendar: SiteCalendar,
  { includedDays }: Pick<Repeating, 'includedDays'>,
  at: Instant,
): Span {
  const { from, to } = getCoveredDays(toSiteDay(calendar, at), includedDays);
  return toDaysSpan(calendar, from, to);
}
