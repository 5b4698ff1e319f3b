import { err, type Failure, failure, isLocalDate, ok, parseInstant, type Result } from '../../core/index.ts';
import type { AskedPeriod } from './measurement-query.ts';

const form = 'write "2020-02-14/2020-02-15" for days or two times with offsets, end excluded';

/** Reads an ISO 8601 interval of site days or of instants. The end is excluded, so an interval is never empty. */
export function parsePeriod(text: string): Result<AskedPeriod, Failure> {
  const [from, to, ...rest] = text.split('/');
  if (from === undefined || to === undefined || rest.length > 0) return refuse(text, `is no interval: ${form}`);
  if (isLocalDate(from) && isLocalDate(to))
    return from < to ? ok({ type: 'days', from, to }) : refuse(text, 'ends before it begins; the end is excluded');
  const begin = parseInstant(from);
  const end = parseInstant(to);
  if (!begin.ok || !end.ok) return refuse(text, `is no interval: ${form}`);
  return begin.value < end.value
    ? ok({ type: 'instants', from: begin.value, to: end.value })
    : refuse(text, 'ends before it begins; the end is excluded');
}

function refuse(text: string, why: string): { readonly ok: false; readonly error: Failure } {
  return err(failure('BAD_INPUT', `The DATE value "${text.slice(0, 60)}" ${why}.`, 'filters'));
}

/** Periods in order of time, those that touch or overlap joined, so that no instant is counted twice. */
export function joinPeriods(periods: readonly AskedPeriod[]): Result<AskedPeriod[], Failure> {
  const type = periods[0]?.type;
  if (periods.some((period) => period.type !== type))
    return err(failure('BAD_INPUT', 'DATE values must all be days or all be times.', 'filters'));
  const joined: AskedPeriod[] = [];
  for (const period of [...periods].sort((left, right) => (left.from < right.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (last === undefined || period.from > last.to) joined.push(period);
    else if (period.to > last.to) joined[joined.length - 1] = { ...last, to: period.to } as AskedPeriod;
  }
  return ok(joined);
}
