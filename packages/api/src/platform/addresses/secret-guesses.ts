import { hash } from 'node:crypto';
import type { Clock } from '@atrium/domain/core';
import { countedAs } from './ip-address.ts';

/** ms within which unknown secrets of an address count together. */
const windowMs = 15 * 60_000;
/** A broken gateway shows one unknown secret again and again, which counts once. Guessing takes many. */
const maxUnknown = 50;
/** Addresses, and pairs of an address and a good secret, that are remembered. */
const capacity = 20_000;

interface Guesses {
  readonly until: number;
  readonly unknown: Set<string>;
}

/** Counts secrets in headers, paths and links that nobody knows, by the address they come from. */
export interface SecretGuesses {
  /** Seconds until the address may show this secret; 0: it may now. */
  wait(address: string, secret: string): number;
  /** What came of it. A secret that was known is let through from this address, whoever else guesses there. */
  note(address: string, secret: string, isKnown: boolean): void;
}

export function secretGuesses(clock: Clock): SecretGuesses {
  const guesses = new Map<string, Guesses>();
  const known = new Set<string>();
  const keyOf = (address: string, secret: string) => `${countedAs(address)} ${hash('sha256', secret, 'base64')}`;

  function guessesOf(address: string): Guesses | null {
    const found = guesses.get(countedAs(address));
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
        // Deleted and added again: the one that was shown longest ago is first.
        known.delete(key);
        known.add(key);
        dropFirst(known);
        return;
      }
      known.delete(key);
      const found = guessesOf(address) ?? { until: clock.now() + windowMs, unknown: new Set() };
      if (found.unknown.size < maxUnknown) found.unknown.add(key);
      guesses.set(countedAs(address), found);
      dropFirst(guesses);
    },
  };
}

function dropFirst(entries: Set<string> | Map<string, Guesses>): void {
  const [first] = entries.size > capacity ? entries.keys() : [];
  if (first !== undefined) entries.delete(first);
}
