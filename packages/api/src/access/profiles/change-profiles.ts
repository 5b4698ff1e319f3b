import { allRights, fillRights, holds, type PartialRights, type Rights } from '@atrium/domain/access';
import { type Clock, err, type Failure, failure, id, ok, type ProfileId, type Result } from '@atrium/domain/core';
import { audit } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Profile } from '../accounts/index.ts';
import { asThemselves, must, wholly } from '../people/dependencies.ts';
import type { Scope } from '../scope.ts';
import { profilesStore } from './profiles.store.ts';

interface ProfileDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

export interface ProfileToSave {
  readonly name: string;
  /** What the tree leaves out is decided now, leaf by leaf. */
  readonly rights: PartialRights;
}

const maxNameLength = 100;
const missing = err(failure('NOT_FOUND', 'No such profile', 'id'));
const taken = err(failure('BAD_INPUT', 'There is a profile of this name', 'name'));

/** BAD_INPUT for a name that is empty or in use. */
export function addProfile({ db, clock }: ProfileDependencies, scope: Scope, wanted: ProfileToSave) {
  return wholly(db, async (transaction) => {
    const { name, rights } = must(checked(scope, wanted));
    const saved = await profilesStore(transaction).insert(scope, name, rights);
    if (saved === 'name taken') return must<Profile>(taken);
    const details = { name, granted: granted(rights) };
    await audit(scope, transaction, { at: clock.now(), action: 'profile.created', details, subjectId: saved.id });
    return saved;
  });
}

/** Everybody who has the profile holds its new rights with their next request. */
export function changeProfile(
  { db, clock }: ProfileDependencies,
  scope: Scope,
  profileId: number,
  wanted: ProfileToSave,
): Promise<Result<Profile, Failure>> {
  return wholly(db, async (transaction) => {
    const { name, rights } = must(checked(scope, wanted));
    const store = profilesStore(transaction);
    const before = await store.hold(scope, id<ProfileId>(profileId));
    if (before === null) return must<Profile>(missing);
    const after = await store.update(scope, before.id, name, rights);
    if (after === 'name taken') return must<Profile>(taken);
    const details = { name, ...difference(before.rights, after.rights) };
    await audit(scope, transaction, { at: clock.now(), action: 'profile.changed', details, subjectId: after.id });
    return after;
  });
}

/** BAD_INPUT while somebody has it. */
export function removeProfile(
  { db, clock }: ProfileDependencies,
  scope: Scope,
  profileId: number,
): Promise<Result<true, Failure>> {
  return wholly(db, async (transaction) => {
    must(asThemselves(scope));
    const store = profilesStore(transaction);
    const before = await store.hold(scope, id<ProfileId>(profileId));
    if (before === null) return must<true>(missing);
    if ((await store.delete(scope, before.id)) === 'in use')
      must(err(failure('BAD_INPUT', 'Somebody has this profile', 'id')));
    const details = { name: before.name };
    await audit(scope, transaction, { at: clock.now(), action: 'profile.deleted', details, subjectId: before.id });
    return true;
  });
}

function checked(scope: Scope, { name, rights }: ProfileToSave): Result<{ name: string; rights: Rights }, Failure> {
  const allowed = asThemselves(scope);
  if (!allowed.ok) return allowed;
  const trimmed = name.trim();
  return trimmed === '' || [...trimmed].length > maxNameLength || /\p{Cc}/u.test(trimmed)
    ? err(failure('BAD_INPUT', `A profile has a name of at most ${maxNameLength} characters`, 'name'))
    : ok({ name: trimmed, rights: fillRights(rights) });
}

const granted = (rights: Rights) => allRights.filter((right) => holds(rights, right));

function difference(before: Rights, after: Rights) {
  return {
    granted: allRights.filter((right) => holds(after, right) && !holds(before, right)),
    withdrawn: allRights.filter((right) => holds(before, right) && !holds(after, right)),
  };
}
