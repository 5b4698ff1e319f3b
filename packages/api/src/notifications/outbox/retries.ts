import type { Instant } from '@atrium/domain/core';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits after the first, second, … failed attempt, ms: quick at first, then long enough for a server to be mended. */
const waits = [5 * second, 20 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour];

/** When to try again after so many failed attempts; null: not any more. */
export function nextAttempt(now: Instant, attempts: number): Instant | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : now + wait;
}
