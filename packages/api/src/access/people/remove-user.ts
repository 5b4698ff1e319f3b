import { err, type Failure, failure, id, type Result, type UserId } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import { inTransaction, unwrap } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { deleteUser } from '../accounts/delete-user.ts';
import { accountsStore, checkAuthorityOver } from '../accounts/index.ts';
import { peopleStore } from './people.store.ts';
import type { PeopleDependencies } from './people-dependencies.ts';
import { keepAdministrator } from './rules/keep-administrator.ts';
import { refuseViewAs } from './rules/refuse-view-as.ts';

/**
 * Deletes a member and their sessions. Refuses the caller's own account, a member with more rights or sites, and the
 * last administrator.
 */
export async function removeUser(
  { db, clock, files }: PeopleDependencies,
  scope: Scope,
  userId: number,
): Promise<Result<true, Failure>> {
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  if (userId === scope.userId) return err(failure('BAD_INPUT', 'Nobody deletes themselves', 'id'));
  const work = async (transaction: Database) => {
    const before = await peopleStore(transaction).hold(scope, id<UserId>(userId));
    if (before === null) return unwrap<null>(err(failure('NOT_FOUND', 'No such user', 'id')));
    unwrap(await checkAuthorityOver(accountsStore(transaction), scope, before));
    await deleteUser({ db: transaction, clock }, scope, before.id);
    return before.picture;
  };
  const picture = await inTransaction<string | null>(db, (transaction) =>
    keepAdministrator(transaction, scope, 'id', () => work(transaction)),
  );
  if (!picture.ok) return picture;
  if (picture.value !== null) await files.store.delete(picture.value);
  return { ok: true, value: true };
}
