import type { Clock } from '@atrium/domain/core';
import type { IngestLimits } from './ingest-limits.ts';

interface Bucket {
  requests: number;
  readings: number;
  filledAt: number;
}

/** Keys remembered; a forgotten one starts full again. */
const capacity = 10_000;

/** What each key may still send: two token buckets, one of requests and one of readings. */
export class KeyRates {
  readonly #buckets = new Map<number, Bucket>();
  readonly #clock: Clock;
  readonly #limits: IngestLimits;

  constructor(clock: Clock, limits: IngestLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Takes one request. Answers 0 when the key may go on, or after how many seconds it may try again. */
  takeRequest(keyId: number): number {
    const bucket = this.#filled(keyId);
    const wait = Math.max(
      secondsUntil(bucket.requests, 1, this.#limits.requestsPerSecond),
      secondsUntil(bucket.readings, 1, this.#limits.readingsPerSecond),
    );
    if (wait === 0) bucket.requests -= 1;
    return wait;
  }

  /** Charges a request's readings when they are known. It may overdraw: the key then waits before its next request. */
  chargeReadings(keyId: number, readings: number): void {
    this.#filled(keyId).readings -= readings;
  }

  #filled(keyId: number): Bucket {
    const now = this.#clock.now();
    const { requestBurst, readingBurst, requestsPerSecond, readingsPerSecond } = this.#limits;
    const bucket = this.#buckets.get(keyId);
    if (bucket === undefined) {
      if (this.#buckets.size >= capacity) this.#buckets.clear();
      const full = { requests: requestBurst, readings: readingBurst, filledAt: now };
      this.#buckets.set(keyId, full);
      return full;
    }
    // A clock that was set back must not drain the bucket.
    const seconds = Math.max(0, now - bucket.filledAt) / 1_000;
    bucket.requests = Math.min(requestBurst, bucket.requests + seconds * requestsPerSecond);
    bucket.readings = Math.min(readingBurst, bucket.readings + seconds * readingsPerSecond);
    bucket.filledAt = now;
    return bucket;
  }
}

function secondsUntil(tokens: number, wanted: number, perSecond: number): number {
  return tokens >= wanted ? 0 : Math.max(1, Math.ceil((wanted - tokens) / perSecond));
}
