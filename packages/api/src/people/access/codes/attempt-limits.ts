import { createHash } from 'node:crypto';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { toRateLimitKey } from '../../../platform/addresses/ip-address.ts';

/** Period of the limits, seconds. */
const windowSeconds = 15 * 60;
/** Attempts per account in that period, from anywhere, whether the account exists or not. */
const triesPerAccount = 10;
/** Attempts per IP address in that period, for all accounts together. A whole office may share one address. */
const triesPerAddress = 100;

/** One attempt on an account. */
export interface Attempt {
  /** Normalized email address, or `member/<user id>` for a signed-in user. Empty if the entered address is invalid. */
  readonly account: string;
  /** IP address of the caller. */
  readonly address: string;
  /** Known browser of that account. Null: any browser. */
  readonly browser?: string | null;
}

export interface AttemptLimits {
  /** Counts the work as an attempt unless it throws. RATE_LIMITED if no attempt is left. */
  try<Value>(attempt: Attempt, work: () => Promise<Result<Value, Failure>>): Promise<Result<Value, Failure>>;
  /** Refunds a successful attempt and resets its counters. */
  forgive(attempt: Attempt): Promise<void>;
  /** Resets the account's counters, for all browsers and addresses. */
  forget(account: string): Promise<void>;
}

/**
 * Builds the limits. Attempts in a known browser of the account are counted separately: attackers cannot use them up,
 * by wrong passwords or by sharing an IP address.
 */
export function createAttemptLimits(): AttemptLimits {
  const accounts = createTryLimit('account', triesPerAccount, windowSeconds);
  const browsers = createTryLimit('browser', triesPerAccount, windowSeconds);
  const addresses = createTryLimit('address', triesPerAddress, windowSeconds);
  return {
    try({ account, address, browser = null }, work) {
      const takes =
        browser === null
          ? ([
              [addresses, toRateLimitKey(address)],
              [accounts, keyOf(account)],
            ] as const)
          : ([[browsers, keyOf(account, browser)]] as const);
      return withLimits(takes, work);
    },
    async forgive({ account, address, browser = null }) {
      if (browser !== null) return browsers.forget(keyOf(account, browser));
      await Promise.all([accounts.forget(keyOf(account)), addresses.giveBack(toRateLimitKey(address))]);
    },
    forget: (account) => accounts.forget(keyOf(account)),
  };
}

/** Same length for any input. */
const keyOf = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('base64');

/** Limits uses of links per IP address. Tokens cannot be guessed, but a use may hash a password. */
export interface LinkLimit {
  try<Value>(address: string, work: () => Promise<Result<Value, Failure>>): Promise<Result<Value, Failure>>;
}

const usesPerAddress = 200;

export function createLinkLimit(): LinkLimit {
  const addresses = createTryLimit('link', usesPerAddress, windowSeconds);
  return { try: (address, work) => withLimits([[addresses, toRateLimitKey(address)]], work) };
}

/** Limit of attempts per key and period. */
export interface TryLimit {
  /** RATE_LIMITED if no attempt is left. Refused attempts are not counted. */
  take(key: string): Promise<Result<void, Failure>>;
  /** Refunds an attempt. */
  giveBack(key: string): Promise<void>;
  /** Resets the key. */
  forget(key: string): Promise<void>;
}

/** In memory: a restart resets the counters. Forcing one costs an attacker more than it gains. */
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
        // The limiter counts refused attempts too. Undo that here, or a later refund would not free an attempt.
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
async function withLimits<Value>(
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
