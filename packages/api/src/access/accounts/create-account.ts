import {
  fillRights,
  maxPasswordLength,
  normalizeEmail,
  type PartialRights,
  passwordFaults,
} from '@atrium/domain/access';
import { err, type Failure, failure, ok, type ProfileId, type Result } from '@atrium/domain/core';
import type { Scope } from '../scope.ts';
import { hashPassword } from '../sessions/passwords.ts';
import type { Account, AccountsStore, NewAccount, Profile } from './accounts.store.ts';

/**
 * Saves a profile of the organization under its name. What the tree leaves out is granted, as the specification has
 * it; every leaf is written down, so that later readings never have to decide it.
 */
export async function createProfile(
  store: AccountsStore,
  scope: Scope,
  { name, rights }: { readonly name: string; readonly rights: PartialRights },
): Promise<Result<Profile, Failure>> {
  const trimmed = name.trim();
  if (trimmed === '') return err(failure('BAD_INPUT', 'A profile needs a name', 'name'));
  return ok(await store.saveProfile(scope, trimmed, fillRights(rights, true)));
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
      | 'customLinks'
      | 'isEmailVerified'
    >
  > {
  readonly email: string;
  /** null: nobody can sign in until an invitation is accepted. */
  readonly password: string | null;
  readonly role: 'admin' | 'user';
  readonly profileId: ProfileId;
}

/** Creates a member of the scope's organization; the profile must be the organization's own. */
export async function createUser(
  store: AccountsStore,
  scope: Scope,
  wanted: UserToCreate,
): Promise<Result<Account, Failure>> {
  const { password, profileId, ...rest } = wanted;
  const email = normalizeEmail(wanted.email);
  if (email === null) return err(failure('BAD_INPUT', 'This is not an email address', 'email'));
  if (password !== null && (passwordFaults(password).length > 0 || password.length > maxPasswordLength))
    return err(
      failure('BAD_INPUT', 'At least 8 characters with a letter, a number and a special character', 'password'),
    );
  if ((await store.findProfile(scope, profileId)) === null)
    return err(failure('NOT_FOUND', 'No such profile', 'profileId'));
  const passwordHash = password === null ? null : await hashPassword(password);
  const account = await store.insertAccount(scope, { ...rest, email, passwordHash, profileId });
  return account === null
    ? err(failure('BAD_INPUT', 'This email address has an account already', 'email'))
    : ok(account);
}
