import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { normalizeEmail } from '@atrium/domain/people/access';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/accounts.store.ts';
import { type EmailDependencies, requestEmailChange } from '../credentials/change-email.ts';
import { confirmPassword } from '../credentials/confirm-identity.ts';
import { refuseViewAs } from './authority.ts';
import { checkPerson, type PersonFields } from './check-person.ts';
import { type PersonChange, peopleStore } from './people.store.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

export interface OwnProfile extends PersonFields {
  /** A new address takes effect when its code is entered. */
  readonly email?: string | null | undefined;
}

/**
 * Updates the caller's own profile. A contact used for two-factor cannot change; a new phone is unverified. A new
 * address needs the password, and takes effect when it is verified. BAD_INPUT with the field, FORBIDDEN under
 * `password`, RATE_LIMITED within a minute of another code.
 */
export async function updateOwnProfile(
  deps: PeopleDependencies & EmailDependencies,
  scope: Scope,
  profile: OwnProfile,
  proof: { readonly password?: string | null | undefined; readonly address: string },
): Promise<Result<Account, Failure>> {
  const { userId } = scope;
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  const before = userId === null ? null : await peopleStore(deps.db).find(scope, userId);
  if (before === null || userId === null) return err(failure('NOT_FOUND', 'No such user'));
  // A language that is no longer offered may stay.
  const checked = checkPerson(profile, [...deps.languages, before.language]);
  if (!checked.ok) return checked;
  const email = profile.email == null ? undefined : normalizeEmail(profile.email);
  if (email === null) return err(failure('BAD_INPUT', 'This is not an email address', 'email'));
  const isAnother = email !== undefined && email !== before.email;
  if (isAnother) {
    const confirmed = await confirmPassword(deps, scope, proof);
    if (!confirmed.ok) return confirmed;
  }
  return inTransaction(deps.db, async (transaction) => {
    const saved = await save(transaction, scope, checked.value, deps.clock.now());
    const { address } = proof;
    return isAnother ? requestEmailChange(deps, transaction, scope, saved, { email, address }) : saved;
  });
}

async function save(transaction: Database, scope: Scope, wanted: PersonChange, at: number): Promise<Account> {
  const store = peopleStore(transaction);
  const before = scope.userId === null ? null : await store.hold(scope, scope.userId);
  if (before === null) return unwrap(err(failure('NOT_FOUND', 'No such user')));
  const change = unwrap(applyPhoneChange(before, wanted));
  const after = await store.update(scope, before.id, change);
  if (after === null || after === 'email taken') return unwrap(err(failure('NOT_FOUND', 'No such user')));
  const changed = listChangedFields(before, change);
  if (changed.length > 0)
    await recordAudit(scope, transaction, {
      at,
      action: 'account.ownProfileChanged',
      details: { changed, ...buildDiff(changed, before, after) },
      subjectId: before.id,
    });
  return after;
}

/** Marks a changed phone as unverified. BAD_INPUT for a change of the phone that two-factor uses. */
export function applyPhoneChange(before: Account, wanted: PersonChange): Result<PersonChange, Failure> {
  const phoneChanges = wanted.phone !== undefined && wanted.phone !== before.phone;
  if (phoneChanges && before.otpContact === 'phone')
    return err(failure('BAD_INPUT', 'Two-factor uses this phone: choose another method first', 'phone'));
  return ok({ ...wanted, ...(phoneChanges && { isPhoneVerified: false }) });
}

/** Returns the old and new values of these fields for the audit log. */
export function buildDiff(changed: readonly string[], before: Account, after: Account) {
  const valuesOf = (account: Account) =>
    Object.fromEntries(changed.map((field) => [field, account[field as keyof Account] ?? null]));
  return { before: valuesOf(before), after: valuesOf(after) };
}

/** Returns the names of the changed fields, as shown to users. */
export function listChangedFields(before: Account, change: PersonChange): readonly string[] {
  const told = (Object.keys(change) as (keyof PersonChange)[]).filter((field) => !/^is[A-Z]/.test(field));
  return told.filter((field) => JSON.stringify(change[field]) !== JSON.stringify(before[field as keyof Account]));
}
