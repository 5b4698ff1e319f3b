import type { Instant, Span } from '../core/index.ts';

/** When somebody who stood at a passage tapped, by the way people went through it. */
export interface Taps {
  /** From the first of its places to the second. */
  readonly along: readonly Instant[];
  readonly against: readonly Instant[];
}

/** ms; whoever stands at a door for longer counts anew. */
export const longestCount = 2 * 3_600_000;
/** ms for which a phone without a network may keep a count. */
const keptOnPhone = 7 * 86_400_000;
/** ms by which a phone's clock may be ahead. */
const ahead = 120_000;
/** Of one way. */
export const mostTaps = 5000;

export type CountProblem = 'span' | 'future' | 'old' | 'taps';

/** What is wrong with a count that came from a phone; null: nothing. */
export function checkTaps(taps: Taps, { from, to }: Span, now: Instant): CountProblem | null {
  if (!(from < to) || to - from > longestCount) return 'span';
  if (to > now + ahead) return 'future';
  if (from < now - keptOnPhone) return 'old';
  const ways = [taps.along, taps.against];
  const isWithin = (at: Instant) => at >= from && at <= to;
  return ways.every((way) => way.length <= mostTaps && way.every(isWithin)) ? null : 'taps';
}
