import {
  type Clock,
  err,
  type Failure,
  failure,
  ok,
  type ProfileId,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import { isPhone } from '@atrium/domain/core/phones';
import { fillRights, normalizeEmail, type PartialRights } from '@atrium/domain/people/access';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { checkNewPassword, hashPassword } from '../credentials/passwords.ts';
import { buildPhoneFailure } from '../people/check-person.ts';
import { type Account, type AccountsStore, accountsStore, type NewAccount, type Profile } from './accounts.store.ts';
import { findMemberNames } from './member-names.store.ts';

/**
 * Saves a profile of the organization under its name. Omitted rights get their defaults now, never when the profile is
 * read.
 */
export async function createProfile(
  store: AccountsStore,
  scope: Scope,
  { name, rights }: { readonly name: string; readonly rights: PartialRights },
): Promise<Result<Profile, Failure>> {
  const trimmed = name.trim();
  if (trimmed === '') return err(failure('BAD_INPUT', 'A profile needs a name', 'name'));
  return ok(await store.saveProfile(scope, trimmed, fillRights(rights)));
}

export interface UserToCreate
  extends Partial<
    Pick<
      NewAccount,
      | 'firstName'
      | 'lastName'
      | 'phone'
      | 'language'
      | 'timezone'
      | 'installationIds'
      | 'siteChoice'
      | 'customLinks'
      | 'isEmailVerified'
    >
  > {
  readonly email: string;
  /** Null: the user cannot sign in until they accept an invitation. */
  readonly password: string | null;
  readonly role: 'admin' | 'user';
  readonly profileId: ProfileId;
}

/** Creates a member of the scope's organization. The profile must belong to that organization. */
export async function createUser(
  store: AccountsStore,
  scope: Scope,
  wanted: UserToCreate,
): Promise<Result<Account, Failure>> {
  const { password, profileId } = wanted;
  const email = normalizeEmail(wanted.email);
  if (email === null) return err(failure('BAD_INPUT', 'This is not an email address', 'email'));
  const weak = password === null ? null : checkNewPassword(password, 'password');
  if (weak !== null) return err(weak);
  if (wanted.phone != null && !isPhone(wanted.phone)) return err(buildPhoneFailure('phone'));
  if ((await store.findProfile(scope, profileId)) === null)
    return err(failure('NOT_FOUND', 'No such profile', 'profileId'));
  const passwordHash = password === null ? null : await hashPassword(password);
  const { role, firstName, lastName, phone, language, timezone, customLinks, isEmailVerified } = wanted;
  const { installationIds, siteChoice } = wanted;
  // Fields are listed explicitly, so that a caller cannot store others.
  const named = { firstName, lastName, phone, language, timezone, customLinks, isEmailVerified };
  const person = { ...named, installationIds, siteChoice };
  const account = await store.insertAccount(scope, { ...omitUndefined(person), email, passwordHash, profileId, role });
  return account === null
    ? err(failure('BAD_INPUT', 'This email address has an account already', 'email'))
    : ok(account);
}

/** Sets the password of a pending user, as if they accepted their invitation. Returns false if no user is pending. */
export async function setFirstPassword(
  store: AccountsStore,
  scope: Scope,
  email: string,
  password: string,
): Promise<boolean> {
  const awaited = await store.findAwaited(scope, email);
  if (awaited !== null) await store.savePassword(scope, awaited.id, await hashPassword(password));
  return awaited !== null;
}

/** Drops undefined fields, so that they get their column's default. */
function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

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
