import { createHash } from 'node:crypto';
import type { Failure, Result } from '@atrium/domain/core';
import { countedAs } from '../../platform/addresses/index.ts';
import { limited, tryLimit } from './try-limit.ts';

/** Within this many seconds … */
const window = 15 * 60;
/** … so many tries for one account, whoever makes them, whether it exists or not, … */
const triesPerAccount = 10;
/** … and so many from one address, whichever accounts they are for: a whole office may stand behind one. */
const triesPerAddress = 100;

/** Who tries what. */
export interface Attempt {
  /** As it was typed, or any other name of it. */
  readonly account: string;
  /** The caller's. */
  readonly address: string;
  /** The one that account is known to be used in; null: any. */
  readonly browser?: string | null;
}

export interface AttemptLimits {
  /** Does the work as a try that counts, unless it throws; RATE_LIMITED where no try is left. */
  try<Value>(attempt: Attempt, work: () => Promise<Result<Value, Failure>>): Promise<Result<Value, Failure>>;
  /** A try that succeeded is forgiven, and those it counted with start afresh. */
  forgive(attempt: Attempt): Promise<void>;
  /** The account starts afresh, from wherever it was tried. */
  forget(account: string): Promise<void>;
}

/**
 * Tries in a browser the account is known in count by themselves: nobody elsewhere uses them up, neither by wrong
 * passwords for the account nor by sharing an address.
 */
export function attemptLimits(): AttemptLimits {
  const accounts = tryLimit('account', triesPerAccount, window);
  const browsers = tryLimit('browser', triesPerAccount, window);
  const addresses = tryLimit('address', triesPerAddress, window);
  return {
    try({ account, address, browser = null }, work) {
      const takes =
        browser === null
          ? ([
              [addresses, countedAs(address)],
              [accounts, keyOf(account)],
            ] as const)
          : ([[browsers, keyOf(account, browser)]] as const);
      return limited(takes, work);
    },
    async forgive({ account, address, browser = null }) {
      if (browser !== null) return browsers.forget(keyOf(account, browser));
      await Promise.all([accounts.forget(keyOf(account)), addresses.giveBack(countedAs(address))]);
    },
    forget: (account) => accounts.forget(keyOf(account)),
  };
}

/** Of one length, whatever was typed. */
const keyOf = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('base64');

/** For whoever holds a link: so many uses from one address. Tokens can't be guessed, but a use may hash a password. */
export interface LinkLimit {
  try<Value>(address: string, work: () => Promise<Result<Value, Failure>>): Promise<Result<Value, Failure>>;
}

const usesPerAddress = 200;

export function linkLimit(): LinkLimit {
  const addresses = tryLimit('link', usesPerAddress, window);
  return { try: (address, work) => limited([[addresses, countedAs(address)]], work) };
}
