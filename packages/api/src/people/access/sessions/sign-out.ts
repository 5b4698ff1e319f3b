import type { Clock, Instant, UserId } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { forgetBrowsers } from '../browsers/known-browsers.ts';
import { endTrust } from '../browsers/trusted-browsers.ts';
import { endTokens } from '../codes/single-use-tokens.ts';
import { peopleStore } from '../people/people.store.ts';
import { revokePersonalTokens } from '../tokens/change-tokens.ts';
import { sessionsStore } from './sessions.store.ts';

/** Ends the scope's session. None of its tokens works again. */
export async function signOut(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: Scope,
  address: string,
): Promise<void> {
  const { sessionId } = scope;
  if (sessionId === null) return;
  const at = clock.now();
  await db.transaction(async (transaction) => {
    await sessionsStore(transaction).revoke(sessionId, at);
    const account = scope.userId === null ? {} : { subjectId: scope.userId };
    await recordAudit(scope, transaction, { at, action: 'session.signedOut', details: {}, address, ...account });
  });
}

/**
 * Ends every session of the scope's user, including this one, deletes their trusted browsers and
 * revokes their personal tokens. Does nothing while an
 * administrator views as them.
 */
export async function signOutEverywhere(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: Scope,
  address: string,
): Promise<void> {
  const { userId, viewedBy } = scope;
  if (userId === null || viewedBy !== null) return;
  const at = clock.now();
  await db.transaction(async (transaction) => {
    await endAllAccess(transaction, scope, userId, at);
    const entry = { at, action: 'session.signedOutEverywhere', details: {}, address, subjectId: userId } as const;
    await recordAudit(scope, transaction, entry);
  });
}

/**
 * Ends the access of a member by browsers, not their credentials: sessions except `but`, sign-ins waiting for a code, trusted and
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

/** Ends all access of a member except their password, their personal tokens too. */
export async function endAllAccess(transaction: Database, scope: Scope, userId: UserId, at: Instant): Promise<void> {
  await endAccess(transaction, scope, userId, at);
  await revokePersonalTokens(transaction, scope, userId, at);
}
