import type { Instant, UserId } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { forgetBrowsers } from '../known-browsers/index.ts';
import { peopleStore } from '../people/index.ts';
import { endTokens } from '../single-use-tokens/single-use-tokens.ts';
import { endTrust } from '../two-factor/trusted-browsers.ts';
import { sessionsStore } from './sessions.store.ts';

/**
 * Ends every way in that a member of the scope's organization has besides their credentials: sessions (`but` the one in
 * which they changed them), sign-ins that await a code, trusted and known browsers, links to set a password. What may
 * be somebody else's doing ends too: an address to come. For the transaction that changes a password, two-factor or the
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
