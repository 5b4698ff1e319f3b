import type { Clock } from '@atrium/domain/core';

/** Rate limits per key: sustained rate per second and burst size. */
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

/** Maximum keys remembered. A forgotten key starts with a full bucket. */
const capacity = 10_000;

/** Rate limiter per key: two token buckets, one for requests and one for their items. */
export class KeyRateLimiter {
  readonly #buckets = new Map<number, Bucket>();
  readonly #clock: Clock;
  readonly #limits: KeyLimits;

  constructor(clock: Clock, limits: KeyLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Takes one request. Returns 0 when allowed, otherwise the seconds until a retry. */
  takeRequest(keyId: number): number {
    const bucket = this.#filled(keyId);
    const wait = Math.max(
      secondsUntil(bucket.requests, 1, this.#limits.requestsPerSecond),
      secondsUntil(bucket.items, 1, this.#limits.itemsPerSecond),
    );
    if (wait === 0) bucket.requests -= 1;
    return wait;
  }

  /** Charges the items of a request once their number is known. May overdraw; the key's next request waits then. */
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
