import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Within this many seconds … */
const window = 15 * 60;
/** … so many looks and acceptances from one address: tokens can't be guessed, but every acceptance hashes a password. */
const triesPerAddress = 200;

export interface InvitationLimits {
  take(address: string): Promise<Result<void, Failure>>;
}

export function invitationLimits(): InvitationLimits {
  const addresses = new RateLimiterMemory({ points: triesPerAddress, duration: window });
  return {
    async take(address) {
      try {
        await addresses.consume(address);
        return ok(undefined);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const minutes = Math.max(1, Math.ceil(refusal.msBeforeNext / 60_000));
        return err(failure('RATE_LIMITED', `Too many attempts. Try again in ${minutes} min`));
      }
    },
  };
}
