import type { Clock, Instant } from '@atrium/domain/core';

/** A clock that stands still until its time is set. */
export interface TestClock extends Clock {
  time: Instant;
}

/** `time` is an instant, or its ISO text. */
export function aClock(time: Instant | string): TestClock {
  const clock = { time: typeof time === 'string' ? Date.parse(time) : time, now: () => clock.time };
  return clock;
}
