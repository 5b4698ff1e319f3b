import type { Clock } from '@atrium/domain/core';

/** Per key: sustained rate in a second, and how much of it may come at once. */
export interface KeyLimits {
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
  readonly itemsPerSecond: number;
  readonly itemBurst: number;
}

interface Bucket {
  requests: number;
  items: number;
  filledAt: number;
}

/** Keys remembered; a forgotten one starts full again. */
const capacity = 10_000;

/** What each key may still send: two token buckets, one of requests and one of what is in them. */
export class KeyRates {
  readonly #buckets = new Map<number, Bucket>();
  readonly #clock: Clock;
  readonly #limits: KeyLimits;

  constructor(clock: Clock, limits: KeyLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Takes one request. Answers 0 when the key may go on, or after how many seconds it may try again. */
  takeRequest(keyId: number): number {
    const bucket = this.#filled(keyId);
    const wait = Math.max(
      secondsUntil(bucket.requests, 1, this.#limits.requestsPerSecond),
      secondsUntil(bucket.items, 1, this.#limits.itemsPerSecond),
    );
    if (wait === 0) bucket.requests -= 1;
    return wait;
  }

  /** Charges what is in a request when it is known. It may overdraw: the key then waits before its next request. */
  chargeItems(keyId: number, items: number): void {
    this.#filled(keyId).items -= items;
  }

  #filled(keyId: number): Bucket {
    const now = this.#clock.now();
    const { requestBurst, itemBurst, requestsPerSecond, itemsPerSecond } = this.#limits;
    const bucket = this.#buckets.get(keyId);
    if (bucket === undefined) {
      if (this.#buckets.size >= capacity) this.#buckets.clear();
      const full = { requests: requestBurst, items: itemBurst, filledAt: now };
      this.#buckets.set(keyId, full);
      return full;
    }
    // A clock that was set back must not drain the bucket.
    const seconds = Math.max(0, now - bucket.filledAt) / 1_000;
    bucket.requests = Math.min(requestBurst, bucket.requests + seconds * requestsPerSecond);
    bucket.items = Math.min(itemBurst, bucket.items + seconds * itemsPerSecond);
    bucket.filledAt = now;
    return bucket;
  }
}

function secondsUntil(tokens: number, wanted: number, perSecond: number): number {
  return tokens >= wanted ? 0 : Math.max(1, Math.ceil((wanted - tokens) / perSecond));
}
