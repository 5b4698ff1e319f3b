import { err, type Failure, failure, id, type Result, type UserId } from '@atrium/domain/core';
import { deleteUser } from '../accounts/delete-user.ts';
import type { Scope } from '../scope.ts';
import { asThemselves, must, type PeopleDependencies, wholly } from './dependencies.ts';
import { peopleStore } from './people.store.ts';
import { mayTouch } from './update-user.ts';

/** Takes a member out for good; their sessions end with them. Nobody removes themselves, nor the last administrator. */
export async function removeUser(
  { db, clock, files }: PeopleDependencies,
  scope: Scope,
  userId: number,
): Promise<Result<true, Failure>> {
  const allowed = asThemselves(scope);
  if (!allowed.ok) return allowed;
  if (userId === scope.userId) return err(failure('BAD_INPUT', 'Nobody deletes themselves', 'id'));
  const picture = await wholly<string | null>(db, async (transaction) => {
    const store = peopleStore(transaction);
    await store.holdOrganization(scope);
    const before = await store.hold(scope, id<UserId>(userId));
    if (before === null) return must<null>(err(failure('NOT_FOUND', 'No such user', 'id')));
    must(mayTouch(scope, before));
    await deleteUser({ db: transaction, clock }, scope, before.id);
    if (before.role === 'admin' && !before.isPending && (await store.administrators(scope)).length === 0)
      must(err(failure('BAD_INPUT', 'An organization keeps one administrator at least', 'id')));
    return before.picture;
  });
  if (!picture.ok) return picture;
  if (picture.value !== null) await files.store.delete(picture.value);
  return { ok: true, value: true };
}
