import { err, ok, type Result } from '@atrium/domain/core';
import type { TokenStore } from './token-cookie.ts';

/** `invalid token`: the session is over. The other two may pass; the session is left alone. */
type RenewalFailure = 'invalid token' | 'refresh timed out' | 'unreachable';
export type Renewed = Result<string, RenewalFailure>;

/** Milliseconds between two looks of a caller that waits for another one's renewal, and how often it looks. */
const pollEvery = 500;
const polls = 10;

export interface RenewalParts {
  readonly tokens: Pick<TokenStore, 'read' | 'write'>;
  /** Asks the server for a new token; null when it gives none. Throws when it can't be reached. */
  readonly ask: (token: string) => Promise<string | null>;
  /** Runs the work if no other tab is at it; null without running it otherwise. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T | null>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/**
 * Renews a token that the server called expired. However many callers in however many tabs come with the same stale
 * token, the server is asked once: the first does it, the others look every 500 ms for what came of it, 10 times.
 */
export function createRenewal(parts: RenewalParts): (stale: string) => Promise<Renewed> {
  let running: { readonly stale: string; outcome: Renewed | null } | null = null;

  async function waitForOther(other: { readonly outcome: Renewed | null }): Promise<Renewed> {
    for (let look = 0; look < polls; look += 1) {
      await parts.wait(pollEvery);
      if (other.outcome !== null) return other.outcome;
    }
    return err('refresh timed out');
  }

  return async (stale) => {
    const already = replacement(parts.tokens.read(), stale);
    if (already !== null) return already;
    if (running !== null) return waitForOther(running);
    const mine: { readonly stale: string; outcome: Renewed | null } = { stale, outcome: null };
    running = mine;
    try {
      mine.outcome = await renewAmongTabs(parts, stale);
    } finally {
      mine.outcome ??= err('unreachable');
      running = null;
    }
    return mine.outcome;
  };
}

async function renewAmongTabs(parts: RenewalParts, stale: string): Promise<Renewed> {
  for (let look = 0; look <= polls; look += 1) {
    if (look > 0) await parts.wait(pollEvery);
    // Checked again inside the lock: another tab may have renewed between our look and our turn.
    const outcome = await parts.alone(async () => replacement(parts.tokens.read(), stale) ?? askServer(parts, stale));
    const settled = outcome ?? replacement(parts.tokens.read(), stale);
    if (settled !== null) return settled;
  }
  return err('refresh timed out');
}

/** What the store already says about a stale token: a newer one, or that somebody logged out; null when it is still the stale one. */
function replacement(stored: string | null, stale: string): Renewed | null {
  if (stored === null) return err('invalid token');
  return stored === stale ? null : ok(stored);
}

async function askServer(parts: RenewalParts, stale: string): Promise<Renewed> {
  let token: string | null;
  try {
    token = await parts.ask(stale);
  } catch {
    return err('unreachable');
  }
  if (token === null) return err('invalid token');
  // A logout while we asked wins: a renewed token must not bring the session back.
  if (parts.tokens.read() !== stale) return err('invalid token');
  parts.tokens.write(token);
  return ok(token);
}
