import type { Instant, Span } from '../core/index.ts';

/** Times of the taps of a manual count, by direction. */
export interface Taps {
  /** From the first of the passage's places to the second. */
  readonly along: readonly Instant[];
  readonly against: readonly Instant[];
}

/** Maximum duration of one count, in ms. */
export const maxCountMs = 2 * 3_600_000;
/** Maximum ms that an offline phone may store a count. */
const keptOnPhone = 7 * 86_400_000;
/** Tolerance in ms for a phone's clock that is ahead. */
const ahead = 120_000;
/** Per direction. */
export const maxTaps = 5000;

export type CountProblem = 'span' | 'future' | 'old' | 'taps';

/** Validates a count from a phone. Null: valid. */
export function checkTaps(taps: Taps, { from, to }: Span, now: Instant): CountProblem | null {
  if (!(from < to) || to - from > maxCountMs) return 'span';
  if (to > now + ahead) return 'future';
  if (from < now - keptOnPhone) return 'old';
  const ways = [taps.along, taps.against];
  const isWithin = (at: Instant) => at >= from && at <= to;
  return ways.every((way) => way.length <= maxTaps && way.every(isWithin)) ? null : 'taps';
}
