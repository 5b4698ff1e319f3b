import type { Instant, Span } from '../../core/index.ts';

/** What is expected of a whole value. */
export interface ExpectedWhole {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** A count of people that is still in progress. */
export interface CountInProgress {
  /** Known so far. */
  readonly value: number;
  /** What was expected of the same time. */
  readonly expectedSoFar: number;
  /** What is expected of the whole time. Null without a range. */
  readonly expected: ExpectedWhole | null;
  /** Whether the count has begun to say something, and is not over: after the first open hour and before closing. */
  readonly isRunning: boolean;
}

/** Where a count is heading, and the usual total beside it. */
export interface ClosingForecast extends ExpectedWhole {
  readonly usual: number;
}

/**
 * Returns the count at closing: what is known plus what is still expected. The rest has the range of the whole, narrowed
 * with the root of its share, because the deviations of counts grow with their root. Null without a range, and while the
 * count is not running.
 */
export function forecastClosing({
  value,
  expectedSoFar,
  expected,
  isRunning,
}: CountInProgress): ClosingForecast | null {
  if (expected === null || !isRunning) return null;
  // Both are medians of their own, so the part may exceed the whole.
  const rest = Math.max(0, expected.value - expectedSoFar);
  const share = Math.sqrt((rest + 1) / (expected.value + 1));
  const [down, up] = [expected.value - expected.lower, expected.upper - expected.value];
  const heading = value + rest;
  return {
    value: heading,
    lower: Math.max(value, heading - down * share),
    upper: heading + up * share,
    usual: expected.value,
  };
}

/** People expected to come in and leave within a step of time. */
export interface ExpectedFlow extends Span {
  readonly in: number;
  readonly out: number;
}

export interface Filling {
  readonly now: Instant;
  /** People. */
  readonly inside: number;
  readonly limit: number;
  /** When the place closes today. */
  readonly closing: Instant;
  /** Steps without gaps, in chronological order, from now on or earlier. */
  readonly flows: readonly ExpectedFlow[];
}

/**
 * Returns when the limit is reached, if people come and leave as expected. Null if that is not before closing, if the
 * limit is reached already, and as soon as nothing is expected of a step.
 */
export function forecastFull({ now, inside, limit, closing, flows }: Filling): Instant | null {
  if (inside >= limit) return null;
  let [people, at] = [Math.max(0, inside), now];
  for (const { from, to, in: cameIn, out } of flows) {
    if (to <= at) continue;
    if (from > at) return null;
    const net = ((cameIn - out) * (to - at)) / (to - from);
    if (people + net >= limit) {
      const full = Math.round(at + ((limit - people) / net) * (to - at));
      return full < closing ? full : null;
    }
    people = Math.max(0, people + net);
    at = to;
    if (at >= closing) return null;
  }
  return null;
}
