import { normalizeEmail } from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { audit } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Account } from '../accounts/index.ts';
import { confirmIdentity } from '../credentials/confirm-identity.ts';
import type { Scope } from '../scope.ts';
import { checkPerson, type PersonFields } from './check-person.ts';
import { asThemselves, must, type PeopleDependencies, wholly } from './dependencies.ts';
import { type PersonChange, peopleStore } from './people.store.ts';

export interface OwnProfile extends PersonFields {
  /** A new one is only claimed until its code is typed. */
  readonly email?: string | null | undefined;
}

/**
 * Changes what people say of themselves. A contact that two-factor uses stays as it is until the method changes; another
 * phone or address has to be verified anew. Another address is how somebody signs in, so it asks for the password or a
 * recent sign-in. BAD_INPUT with the field, FORBIDDEN under `password`.
 */
export async function updateOwnProfile(
  deps: PeopleDependencies,
  scope: Scope,
  profile: OwnProfile,
  proof: { readonly password?: string | null | undefined; readonly address: string },
): Promise<Result<Account, Failure>> {
  const { userId } = scope;
  const allowed = asThemselves(scope);
  if (!allowed.ok) return allowed;
  const before = userId === null ? null : await peopleStore(deps.db).find(scope, userId);
  if (before === null || userId === null) return err(failure('NOT_FOUND', 'No such user'));
  // A language that may not be chosen any more is kept by whoever has it.
  const checked = checkPerson(profile, [...deps.languages, before.language]);
  if (!checked.ok) return checked;
  const email = profile.email == null ? undefined : normalizeEmail(profile.email);
  if (email === null) return err(failure('BAD_INPUT', 'This is not an email address', 'email'));
  if (email !== undefined && email !== before.email) {
    const confirmed = await confirmIdentity(deps, scope, proof);
    if (!confirmed.ok) return confirmed;
  }
  return wholly(deps.db, (transaction) =>
    save(transaction, scope, { ...checked.value, ...(email !== undefined && { email }) }, deps.clock.now()),
  );
}

async function save(transaction: Database, scope: Scope, wanted: PersonChange, at: number): Promise<Account> {
  const store = peopleStore(transaction);
  const before = scope.userId === null ? null : await store.hold(scope, scope.userId);
  if (before === null) return must(err(failure('NOT_FOUND', 'No such user')));
  const change = must(withContacts(before, wanted));
  const after = await store.update(scope, before.id, change);
  if (after === 'email taken') return must(err(failure('BAD_INPUT', 'This email address cannot be used', 'email')));
  if (after === null) return must(err(failure('NOT_FOUND', 'No such user')));
  const changed = changedFields(before, change);
  if (changed.length > 0)
    await audit(scope, transaction, {
      at,
      action: 'account.ownProfileChanged',
      details: { changed },
      subjectId: before.id,
    });
  return after;
}

/** The change with what follows for the contacts: another one is not verified, and one that two-factor uses stays. */
export function withContacts(before: Account, wanted: PersonChange): Result<PersonChange, Failure> {
  const phoneChanges = wanted.phone !== undefined && wanted.phone !== before.phone;
  const emailChanges = wanted.email !== undefined && wanted.email !== before.email;
  if (phoneChanges && before.otpContact === 'phone')
    return err(failure('BAD_INPUT', 'Two-factor uses this phone: choose another method first', 'phone'));
  if (emailChanges && before.otpContact === 'email')
    return err(failure('BAD_INPUT', 'Two-factor uses this address: choose another method first', 'email'));
  return ok({
    ...wanted,
    ...(phoneChanges && { isPhoneVerified: false }),
    ...(emailChanges && { isEmailVerified: false }),
  });
}

/** The names of the fields that are not as before, as people are told. */
export function changedFields(before: Account, change: PersonChange): readonly string[] {
  const told = (Object.keys(change) as (keyof PersonChange)[]).filter((field) => !/^is[A-Z]/.test(field));
  return told.filter((field) => JSON.stringify(change[field]) !== JSON.stringify(before[field as keyof Account]));
}
