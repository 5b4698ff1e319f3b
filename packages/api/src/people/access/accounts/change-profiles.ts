import { type Clock, err, type Failure, failure, id, ok, type ProfileId, type Result } from '@atrium/domain/core';
import {
  allRights,
  fillRights,
  hasRight,
  includesRights,
  type PartialRights,
  type Rights,
} from '@atrium/domain/people/access';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { checkAuthorityOver, keepAdministrator, refuseViewAs } from '../people/authority.ts';
import { accountsStore, type Profile } from './accounts.store.ts';
import { profilesStore } from './profiles.store.ts';

interface ProfileDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

export interface ProfileToSave {
  readonly name: string;
  /** Omitted rights get their defaults when the profile is saved. */
  readonly rights: PartialRights;
}

const maxNameLength = 100;
const missing = err(failure('NOT_FOUND', 'No such profile', 'id'));
const taken = err(failure('BAD_INPUT', 'There is a profile of this name', 'name'));

/** Creates a profile. BAD_INPUT for a name that is empty or in use, FORBIDDEN for rights the scope does not have. */
export function addProfile({ db, clock }: ProfileDependencies, scope: Scope, wanted: ProfileToSave) {
  return inTransaction(db, async (transaction) => {
    const { name, rights } = unwrap(checked(scope, wanted));
    const saved = await profilesStore(transaction).insert(scope, name, rights);
    if (saved === 'name taken') return unwrap<Profile>(taken);
    const details = { name, granted: granted(rights) };
    await recordAudit(scope, transaction, { at: clock.now(), action: 'profile.created', details, subjectId: saved.id });
    return saved;
  });
}

/**
 * Updates a profile, with effect on the next request of its users. Needs authority over each of them, and every right
 * of the profile before and after, so that administrators cannot extend their own.
 */
export function changeProfile(
  { db, clock }: ProfileDependencies,
  scope: Scope,
  profileId: number,
  wanted: ProfileToSave,
): Promise<Result<Profile, Failure>> {
  const work = async (transaction: Database) => {
    const { name, rights } = unwrap(checked(scope, wanted));
    const store = profilesStore(transaction);
    const before = await store.hold(scope, id<ProfileId>(profileId));
    if (before === null) return unwrap<Profile>(missing);
    unwrap(withinOwn(scope, before.rights));
    for (const person of await store.peopleOf(scope, before.id))
      unwrap(await checkAuthorityOver(accountsStore(transaction), scope, person));
    const after = await store.update(scope, before.id, name, rights);
    if (after === 'name taken') return unwrap<Profile>(taken);
    const details = { name, ...difference(before.rights, after.rights) };
    await recordAudit(scope, transaction, { at: clock.now(), action: 'profile.changed', details, subjectId: after.id });
    return after;
  };
  return inTransaction(db, (transaction) => keepAdministrator(transaction, scope, 'rights', () => work(transaction)));
}

/** Deletes a profile. BAD_INPUT while a user has it. */
export function removeProfile(
  { db, clock }: ProfileDependencies,
  scope: Scope,
  profileId: number,
): Promise<Result<true, Failure>> {
  return inTransaction(db, async (transaction) => {
    unwrap(refuseViewAs(scope));
    const store = profilesStore(transaction);
    const before = await store.hold(scope, id<ProfileId>(profileId));
    if (before === null) return unwrap<true>(missing);
    unwrap(withinOwn(scope, before.rights));
    if ((await store.delete(scope, before.id)) === 'in use')
      unwrap(err(failure('BAD_INPUT', 'Somebody has this profile', 'id')));
    const details = { name: before.name };
    await recordAudit(scope, transaction, {
      at: clock.now(),
      action: 'profile.deleted',
      details,
      subjectId: before.id,
    });
    return true;
  });
}

function checked(scope: Scope, { name, rights }: ProfileToSave): Result<{ name: string; rights: Rights }, Failure> {
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  const trimmed = name.trim();
  if (trimmed === '' || [...trimmed].length > maxNameLength || /\p{Cc}/u.test(trimmed))
    return err(failure('BAD_INPUT', `A profile has a name of at most ${maxNameLength} characters`, 'name'));
  const filled = fillRights(rights);
  const within = withinOwn(scope, filled);
  return within.ok ? ok({ name: trimmed, rights: filled }) : within;
}

const withinOwn = (scope: Scope, rights: Rights): Result<void, Failure> =>
  includesRights(scope.rights, rights)
    ? ok(undefined)
    : err(failure('FORBIDDEN', 'This profile holds rights you do not have', 'rights'));

const granted = (rights: Rights) => allRights.filter((right) => hasRight(rights, right));

function difference(before: Rights, after: Rights) {
  return {
    granted: allRights.filter((right) => hasRight(after, right) && !hasRight(before, right)),
    withdrawn: allRights.filter((right) => hasRight(before, right) && !hasRight(after, right)),
  };
}
