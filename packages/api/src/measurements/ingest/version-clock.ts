import type { Clock } from '@atrium/domain/core';

/**
 * Versions in microseconds that only grow: a correction must beat what it corrects, also when the machine's clock was
 * set back or the process started again. Seeded with the greatest version ever written.
 */
export class VersionClock {
  #last: number;
  readonly #clock: Clock;

  constructor(clock: Clock, greatestWritten: number) {
    this.#clock = clock;
    this.#last = greatestWritten;
  }

  next(): number {
    this.#last = Math.max(this.#last + 1, this.#clock.now() * 1_000);
    return this.#last;
  }
}
