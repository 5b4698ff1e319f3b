import type { Instant, UserId } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../scope.ts';
import { endTokens } from '../single-use-tokens/single-use-tokens.ts';
import { endTrust } from '../two-factor/trusted-browsers.ts';
import { sessionsStore } from './sessions.store.ts';

/**
 * Ends every way in that a member of the scope's organization has besides their credentials: sessions (`but` the one in
 * which they changed them), sign-ins that await a code, trusted browsers, links to set a password. For the transaction
 * that changes a password or two-factor.
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
  await endTokens(transaction, 'password-reset', userId, at);
}
