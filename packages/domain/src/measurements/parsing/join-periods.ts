import { err, type Failure, failure, ok, type Result } from '../../core/index.ts';
import type { DateInterval } from '../periods/index.ts';

/** Sorts periods and merges those that touch or overlap, so that no instant counts twice. */
export function joinPeriods(periods: readonly DateInterval[]): Result<DateInterval[], Failure> {
  if (periods.some((period) => period.kind !== periods[0]?.kind))
    return err(failure('BAD_INPUT', 'DATE values must all be days or all be times.', 'filters'));
  const sorted = [...periods].sort((left, right) => (beginOf(left) < beginOf(right) ? -1 : 1));
  const joined: DateInterval[] = [];
  for (const period of sorted) {
    const last = joined.at(-1);
    const both = last === undefined ? null : union(last, period);
    if (both === null) joined.push(period);
    else joined[joined.length - 1] = both;
  }
  return ok(joined);
}

function beginOf(period: DateInterval): string | number {
  return period.kind === 'days' ? period.days.from : period.span.from;
}

/** Merges two intervals that touch, the first beginning no later; null when there is time between them. */
function union(left: DateInterval, right: DateInterval): DateInterval | null {
  if (left.kind === 'days' && right.kind === 'days' && right.days.from <= left.days.to)
    return right.days.to > left.days.to ? { kind: 'days', days: { from: left.days.from, to: right.days.to } } : left;
  if (left.kind === 'span' && right.kind === 'span' && right.span.from <= left.span.to)
    return { kind: 'span', span: { from: left.span.from, to: Math.max(left.span.to, right.span.to) } };
  return null;
}
