import type { Instant } from '@atrium/domain/core';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays after the first, second, … failed attempt, ms: short at first, then long enough to repair a server. */
const retryDelaysMs = [5 * second, 20 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour];

/** Returns the time of the next attempt after that many failed ones. Null: no more attempts. */
export function findNextAttempt(now: Instant, attempts: number): Instant | null {
  const wait = retryDelaysMs[attempts - 1];
  return wait === undefined ? null : now + wait;
}
