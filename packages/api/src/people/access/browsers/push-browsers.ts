import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { type PushSubscription, pushBrowsersStore } from './push-browsers.store.ts';

/** Limit per user. The oldest registration is dropped. */
const maxBrowsers = 10;
const maxEndpointLength = 1000;

export interface PushBrowsers {
  /** Public key that browsers subscribe with, base64url. */
  readonly key: string;
  save(scope: Scope, subscription: PushSubscription): Promise<Result<true, Failure>>;
  remove(scope: Scope, endpoint: string): Promise<true>;
  /** Deletes a subscription that its push service reported as gone. */
  forget(endpoint: string): Promise<void>;
}

export function createPushBrowsers({
  db,
  clock,
  key,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: string;
}): PushBrowsers {
  const store = pushBrowsersStore(db);
  return {
    key,
    async save({ userId }, subscription) {
      const problem = findInvalidField(subscription);
      if (problem !== null) return err(failure('BAD_INPUT', `${problem} is none of a push subscription`, problem));
      if (userId === null) return err(failure('BAD_INPUT', 'Only people have browsers', 'endpoint'));
      await store.save(userId, subscription, clock.now(), maxBrowsers);
      return ok(true);
    },
    async remove(scope, endpoint) {
      await store.remove(scope, endpoint);
      return true;
    },
    forget: (endpoint) => store.forget(endpoint),
  };
}

/**
 * Returns the first invalid field. Addresses in private networks are refused at sending, because names may change until
 * then.
 */
function findInvalidField({ endpoint, p256dh, auth }: PushSubscription): keyof PushSubscription | null {
  if (endpoint.length > maxEndpointLength || URL.parse(endpoint)?.protocol !== 'https:') return 'endpoint';
  // A P-256 point, and 16 bytes.
  if (!/^B[\w-]{86}=?$/.test(p256dh)) return 'p256dh';
  return /^[\w-]{22}={0,2}$/.test(auth) ? null : 'auth';
}
