import type { Clock } from '@atrium/domain/core';

/**
 * Strictly increasing versions in microseconds, seeded with the greatest version ever written. A correction must beat
 * what it corrects, even after a restart or when the machine's clock was set back.
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
