import type { Instant, UserId } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { forgetBrowsers } from '../known-browsers/index.ts';
import { peopleStore } from '../people/index.ts';
import { endTokens } from '../single-use-tokens/single-use-tokens.ts';
import { endTrust } from '../two-factor/trusted-browsers.ts';
import { sessionsStore } from './sessions.store.ts';

/**
 * Ends all access of a member except their credentials: sessions except `but`, sign-ins waiting for a code, trusted and
 * known browsers, reset links and a requested address. Runs in the transaction that changes the password, two-factor or
 * address.
 */
export async function endAccess(
  transaction: Database,
  scope: Scope,
  userId: UserId,
  at: Instant,
  but: string | null = null,
): Promise<void> {
  await sessionsStore(transaction).revokeAll(scope, userId, at, but);
  await endTrust(transaction, scope, userId);
  await forgetBrowsers(transaction, scope, userId, but);
  await endTokens(transaction, 'password-reset', userId, at);
  await peopleStore(transaction).update(scope, userId, { pendingEmail: null });
}
