import { createHash } from 'node:crypto';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Within this many seconds … */
const window = 15 * 60;
/** … so many tries for one account, whoever makes them, whether it exists or not, … */
const triesPerAccount = 10;
/** … and so many from one address, whichever accounts they are for: a whole office may stand behind one. */
const triesPerAddress = 100;

export interface AttemptLimits {
  /** Counts a try before its password is looked at, so that tries made at once count too. */
  take(email: string, address: string): Promise<Result<void, Failure>>;
  /** A try that succeeded is forgiven, and the account starts afresh. */
  forgive(email: string, address: string): Promise<void>;
}

/** Kept in memory: a restart forgets them, which costs an attacker more than it gives. */
export function attemptLimits(): AttemptLimits {
  const accounts = new RateLimiterMemory({ keyPrefix: 'account', points: triesPerAccount, duration: window });
  const addresses = new RateLimiterMemory({ keyPrefix: 'address', points: triesPerAddress, duration: window });
  return {
    async take(email, address) {
      try {
        await addresses.consume(address);
        await accounts.consume(keyOf(email));
        return ok(undefined);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const minutes = Math.max(1, Math.ceil(refusal.msBeforeNext / 60_000));
        return err(failure('RATE_LIMITED', `Too many attempts. Try again in ${minutes} min`));
      }
    },
    async forgive(email, address) {
      await Promise.all([accounts.delete(keyOf(email)), addresses.reward(address)]);
    },
  };
}

/** Of one length, whatever was typed. */
const keyOf = (email: string) => createHash('sha256').update(email).digest('base64');
