import type { Instant } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import { outboxStore } from './outbox.store.ts';

/** Messages that follow another within this time are grouped and sent at its end, ms. */
const groupingMs = 60_000;

/** When to send a message that may follow another. */
export type Grouping =
  /** No recent message: send at once. */
  | { readonly kind: 'now' }
  /** A recent message was sent: send from this time on. */
  | { readonly kind: 'later'; readonly notBefore: Instant }
  /** A grouped message is pending. It was taken back, to be rewritten with the new content under another key. */
  | { readonly kind: 'with'; readonly dedupeKey: string; readonly notBefore: Instant };

/**
 * Decides when to send a message whose key starts with `keys`. The first is sent at once; those that follow are grouped
 * and sent a minute later. A lock on `keys` lasts until the transaction ends.
 */
export async function planGrouping(transaction: Database, keys: string, now: Instant): Promise<Grouping> {
  const store = outboxStore(transaction);
  await store.takeTurns([keys]);
  const waiting = await store.takeBack(keys, now);
  if (waiting !== null) return { kind: 'with', ...waiting };
  const last = await store.lastUnder(keys, now - groupingMs);
  return last === null ? { kind: 'now' } : { kind: 'later', notBefore: last + groupingMs };
}
