import { err, type Failure, failure, id, type Result, type UserId } from '@atrium/domain/core';
import { recordAudit } from '../../audit/index.ts';
import { inTransaction, unwrap } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { type Account, accountsStore, checkAuthorityOver } from '../accounts/index.ts';
import { addressTaken } from '../credentials/change-email.ts';
import { peopleStore } from './people.store.ts';
import type { PeopleDependencies } from './people-dependencies.ts';
import { refuseViewAs } from './rules/refuse-view-as.ts';

/**
 * Lets an administrator confirm a member's address if mail is not set up. `email` is the address they saw. BAD_INPUT if
 * it changed, if another account verified it, and if a mail can verify it. FORBIDDEN for others than administrators,
 * and for a member with more rights or sites.
 */
export async function confirmEmail(
  { db, clock, delivery }: PeopleDependencies,
  scope: Scope,
  { userId, email, address }: { readonly userId: number; readonly email: string; readonly address: string },
): Promise<Result<Account, Failure>> {
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  if (scope.role !== 'admin') return err(failure('FORBIDDEN', 'Only administrators confirm addresses'));
  return inTransaction(db, async (transaction) => {
    const store = peopleStore(transaction);
    const before = await store.hold(scope, id<UserId>(userId));
    if (before === null) return unwrap<Account>(err(failure('NOT_FOUND', 'No such user', 'userId')));
    unwrap(await checkAuthorityOver(accountsStore(transaction), scope, before));
    if (delivery.mail === 'sent')
      return unwrap<Account>(err(failure('BAD_INPUT', 'Mail is set up: members verify their addresses by a code')));
    if (before.isPending || before.email !== email)
      return unwrap<Account>(err(failure('BAD_INPUT', 'This is not the address they sign in with', 'email')));
    if (before.isEmailVerified) return before;
    const after = await store.update(scope, before.id, { isEmailVerified: true });
    if (after === null || after === 'email taken') return unwrap<Account>(err(addressTaken));
    const entry = { at: clock.now(), action: 'account.emailConfirmed', details: { email }, address } as const;
    await recordAudit(scope, transaction, { ...entry, subjectId: before.id });
    return after;
  });
}
