import { err, ok, type Result } from '@atrium/domain/core';
import type { TokenStore } from './token-cookie.ts';

/** `invalid token`: the session is over. The other two are temporary and keep the session. */
type RenewalFailure = 'invalid token' | 'refresh timed out' | 'unreachable';
export type Renewed = Result<string, RenewalFailure>;

/** Polling interval (ms) and number of polls while another caller renews. */
const pollMs = 500;
const maxPolls = 10;

export interface RenewalParts {
  readonly tokens: Pick<TokenStore, 'read' | 'write'>;
  /** Requests a new token; null if the server refuses. Throws if it is unreachable. */
  readonly ask: (token: string) => Promise<string | null>;
  /** Runs the work under a lock across tabs; null without running it if another tab holds the lock. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T | null>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/**
 * Builds the renewal of an expired token. All callers in all tabs with the same stale token share one request. The
 * first caller sends it, the others poll for its result.
 */
export function createRenewal(parts: RenewalParts): (stale: string) => Promise<Renewed> {
  let running: { readonly stale: string; outcome: Renewed | null } | null = null;

  async function waitForOther(other: { readonly outcome: Renewed | null }): Promise<Renewed> {
    for (let look = 0; look < maxPolls; look += 1) {
      await parts.wait(pollMs);
      if (other.outcome !== null) return other.outcome;
    }
    return err('refresh timed out');
  }

  return async (stale) => {
    const already = findReplacement(parts.tokens.read(), stale);
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
  for (let look = 0; look <= maxPolls; look += 1) {
    if (look > 0) await parts.wait(pollMs);
    // Checked again under the lock: another tab may have renewed meanwhile.
    const outcome = await parts.alone(
      async () => findReplacement(parts.tokens.read(), stale) ?? askServer(parts, stale),
    );
    const settled = outcome ?? findReplacement(parts.tokens.read(), stale);
    if (settled !== null) return settled;
  }
  return err('refresh timed out');
}

/**
 * Returns the outcome for a stale token from the store: a newer token, or an ended session. Null if the store still has
 * the stale one.
 */
function findReplacement(stored: string | null, stale: string): Renewed | null {
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
  // A logout during the request wins: a renewed token must not revive the session.
  if (parts.tokens.read() !== stale) return err('invalid token');
  parts.tokens.write(token);
  return ok(token);
}
