import type { Instant } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import { outboxStore } from './outbox.store.ts';

/** What follows a message within this time goes out with it at the end of it, ms. */
const gatherFor = 60_000;

/** Where a message of several that follow each other belongs. */
export type Gathering =
  /** Nothing went out just before: at once. */
  | { readonly kind: 'now' }
  /** Something went out just before: not before this. */
  | { readonly kind: 'later'; readonly notBefore: Instant }
  /** One waits already for what follows: it is taken back, to be written anew with all of it under another key. */
  | { readonly kind: 'with'; readonly dedupeKey: string; readonly notBefore: Instant };

/**
 * When a message goes out whose key begins with `keys`, so that those who follow each other closely arrive as one: the
 * first at once, all others together a minute later. Others with the same words wait until the transaction ends.
 */
export async function gather(transaction: Database, keys: string, now: Instant): Promise<Gathering> {
  const store = outboxStore(transaction);
  await store.takeTurns([keys]);
  const waiting = await store.takeBack(keys, now);
  if (waiting !== null) return { kind: 'with', ...waiting };
  const last = await store.lastUnder(keys, now - gatherFor);
  return last === null ? { kind: 'now' } : { kind: 'later', notBefore: last + gatherFor };
}
