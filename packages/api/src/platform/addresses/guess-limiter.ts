import { hash } from 'node:crypto';
import type { Clock } from '@atrium/domain/core';
import { toRateLimitKey } from './ip-address.ts';

/** Window in which unknown secrets from one address are counted together, in ms. */
const windowMs = 15 * 60_000;
/** A broken gateway repeats one unknown secret, which counts once. Guessing needs many different ones. */
const maxUnknown = 50;
/** Maximum number of remembered addresses, and of remembered pairs of an address and a known secret. */
const capacity = 20_000;

interface Guesses {
  readonly until: number;
  readonly unknown: Set<string>;
}

/** Limits guesses of secrets in headers, paths and links, by client address. */
export interface GuessLimiter {
  /** Returns the seconds until the address may try this secret; 0 when it may try now. */
  wait(address: string, secret: string): number;
  /**
   * Records the result of an attempt. A known secret stays allowed from this address, even when others guess from
   * there.
   */
  note(address: string, secret: string, isKnown: boolean): void;
}

export function createGuessLimiter(clock: Clock): GuessLimiter {
  const guesses = new Map<string, Guesses>();
  const known = new Set<string>();
  const keyOf = (address: string, secret: string) => `${toRateLimitKey(address)} ${hash('sha256', secret, 'base64')}`;

  function guessesOf(address: string): Guesses | null {
    const found = guesses.get(toRateLimitKey(address));
    return found === undefined || found.until <= clock.now() ? null : found;
  }

  return {
    wait(address, secret) {
      const found = guessesOf(address);
      if (found === null || found.unknown.size < maxUnknown || known.has(keyOf(address, secret))) return 0;
      return Math.max(1, Math.ceil((found.until - clock.now()) / 1000));
    },
    note(address, secret, isKnown) {
      const key = keyOf(address, secret);
      if (isKnown) {
        // Deleting and adding it again keeps the least recently used entry first.
        known.delete(key);
        known.add(key);
        dropFirst(known);
        return;
      }
      known.delete(key);
      const found = guessesOf(address) ?? { until: clock.now() + windowMs, unknown: new Set() };
      if (found.unknown.size < maxUnknown) found.unknown.add(key);
      guesses.set(toRateLimitKey(address), found);
      dropFirst(guesses);
    },
  };
}

function dropFirst(entries: Set<string> | Map<string, Guesses>): void {
  const [first] = entries.size > capacity ? entries.keys() : [];
  if (first !== undefined) entries.delete(first);
}
