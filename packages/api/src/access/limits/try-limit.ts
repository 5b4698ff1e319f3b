import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** So many tries of one key within a time. */
export interface TryLimit {
  /** RATE_LIMITED where there is none left; what is refused counts no further. */
  take(key: string): Promise<Result<void, Failure>>;
  /** As if it had not been made. */
  giveBack(key: string): Promise<void>;
  /** The key starts afresh. */
  forget(key: string): Promise<void>;
}

/** Kept in memory: a restart forgets them, which costs an attacker more than it gives. */
export function tryLimit(name: string, tries: number, seconds: number): TryLimit {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: tries, duration: seconds });
  const giveBack = async (key: string) => void (await limiter.reward(key));
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return ok(undefined);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // The limiter counts refused ones too: tries that are given back later would make no room.
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
 * Takes a try of each limit, before the work so that tries made at once count too, and does it. Work that throws was no
 * try: while a store is away nobody's password is wrong.
 */
export async function limited<Value>(
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
