import type { Clock, UserId } from '@atrium/domain/core';
import { recordAudit } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { accountsStore } from './accounts.store.ts';
import { findMemberNames } from './member-names.store.ts';

/**
 * Deletes a user with their sessions; the audit log keeps their name. Returns false if the organization has no such
 * user.
 */
export function deleteUser(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: Scope,
  userId: UserId,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const name = (await findMemberNames(transaction, scope, [userId])).get(userId);
    if (name === undefined || !(await accountsStore(transaction).deleteAccount(scope, userId))) return false;
    await recordAudit(scope, transaction, {
      at: clock.now(),
      action: 'account.deleted',
      details: { name },
      subjectId: userId,
    });
    return true;
  });
}
