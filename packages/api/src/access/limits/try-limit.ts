import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Limit of attempts per key and period. */
export interface TryLimit {
  /** RATE_LIMITED if no attempt is left. Refused attempts are not counted. */
  take(key: string): Promise<Result<void, Failure>>;
  /** Refunds an attempt. */
  giveBack(key: string): Promise<void>;
  /** Resets the key. */
  forget(key: string): Promise<void>;
}

/** In memory: a restart resets the counters, which costs an attacker more than it gives. */
export function createTryLimit(name: string, tries: number, seconds: number): TryLimit {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: tries, duration: seconds });
  const giveBack = async (key: string) => void (await limiter.reward(key));
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return ok(undefined);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // The limiter counts refused attempts too, so refund them: later refunds would make no room otherwise.
        await giveBack(key);
        const minutes = Math.max(1, Math.ceil(refusal.msBeforeNext / 60_000));
        return err(failure('RATE_LIMITED', `Too many attempts. Try again in ${minutes} min`));
      }
    },
    giveBack,
    forget: async (key) => void (await limiter.delete(key)),
  };
}

/**
 * Takes an attempt from each limit before the work, so that concurrent attempts count, and runs it. Refunds them if the
 * work throws: while a store is down, no password is wrong.
 */
export async function withLimits<Value>(
  takes: readonly (readonly [limit: TryLimit, key: string])[],
  work: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure>> {
  for (const [limit, key] of takes) {
    const taken = await limit.take(key);
    if (!taken.ok) return taken;
  }
  try {
    return await work();
  } catch (error) {
    await Promise.all(takes.map(([limit, key]) => limit.giveBack(key)));
    throw error;
  }
}
