import { err, type Failure, failure, type Instant, id, type Result, type UserId } from '@atrium/domain/core';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { type Account, accountsStore } from '../accounts/accounts.store.ts';
import { issueToken } from '../codes/single-use-tokens.ts';
import { checkAuthorityOver, checkLinkMayBeShown, refuseViewAs } from '../people/authority.ts';
import { peopleStore } from '../people/people.store.ts';
import type { PeopleDependencies } from '../people/people-dependencies.ts';

export interface ResetLink {
  /** Path and query of the page that takes the new password. The token in it is shown only once. */
  readonly path: string;
  readonly expiresAt: Instant;
  readonly account: Account;
}

/**
 * Returns a link to set a member's password, for the scope's user to pass on if mail is not set up. It replaces earlier
 * ones. FORBIDDEN for a member with more rights or sites. BAD_INPUT for the caller, for a pending user and if mails
 * are sent. RATE_LIMITED after too many links of the organization.
 */
export async function showResetLink(
  deps: PeopleDependencies,
  scope: Scope,
  userId: number,
): Promise<Result<ResetLink, Failure>> {
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  if (userId === scope.userId) return err(failure('BAD_INPUT', 'Change your own password in your profile', 'userId'));
  return inTransaction(deps.db, async (transaction) => {
    const account = unwrap(await resettable(transaction, scope, userId));
    unwrap(await checkLinkMayBeShown(deps, scope));
    const at = deps.clock.now();
    const subject = { userId: account.id, isShown: true } as const;
    const { token, expiresAt } = await issueToken(transaction, 'password-reset', subject, at);
    const entry = { at, action: 'account.resetLinkShown', details: { email: account.email } } as const;
    await recordAudit(scope, transaction, { ...entry, subjectId: account.id });
    return { path: `/reset-password-confirm?token=${token}`, expiresAt, account };
  });
}

async function resettable(transaction: Database, scope: Scope, userId: number): Promise<Result<Account, Failure>> {
  const account = await peopleStore(transaction).hold(scope, id<UserId>(userId));
  if (account === null) return err(failure('NOT_FOUND', 'No such user', 'userId'));
  const allowed = await checkAuthorityOver(accountsStore(transaction), scope, account);
  if (!allowed.ok) return allowed;
  return account.isPending
    ? err(failure('BAD_INPUT', 'This person has not accepted their invitation: create an invitation link', 'userId'))
    : { ok: true, value: account };
}
