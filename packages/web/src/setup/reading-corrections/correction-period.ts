import {
  dateToWall,
  type Instant,
  type LocalDate,
  parseTimeOfDay,
  type Span,
  wallToInstant,
} from '@atrium/domain/core';
import { findPeriodProblem, type PeriodProblem } from '@atrium/domain/numbers/readings';

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

/** Returns why readings of the period cannot be taken out; null if they can. */
export function findCorrectionProblem(
  period: Span,
  corrections: readonly Span[],
  now: Instant,
): PeriodProblem | 'overlaps' | null {
  const problem = findPeriodProblem(period, now);
  if (problem !== null) return problem;
  return corrections.some(({ from, to }) => from < period.to && period.from < to) ? 'overlaps' : null;
}
