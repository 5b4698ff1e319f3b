import { normalizeEmail, type PresetProfile, presetProfiles } from '@atrium/domain/access';
import { type Clock, err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { audit } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { type Account, type AccountsStore, accountsStore, createUser } from '../accounts/index.ts';
import type { Scope } from '../scope.ts';
import { newSecretToken } from '../single-use-tokens/secret-token.ts';
import { invitationsStore } from './invitations.store.ts';

/** ms */
const invitationLife = 7 * 24 * 60 * 60_000;

export interface Invitation {
  /** Path and query of the page that accepts it; the token in it is told this once. */
  readonly path: string;
  readonly expiresAt: Instant;
}

/**
 * The account of whoever starts an empty installation, whose address nobody knows yet: no mail reaches this one, so
 * its invitation is the one that takes an email address from the person accepting it. Every other address comes from
 * the invitation alone, because the mail with the link is what proves it.
 */
export const unnamedEmail = 'administrator@localhost.localdomain';

const profileOfRole: Record<'admin' | 'user', PresetProfile> = { admin: 'administrator', user: 'viewer' };

interface InviteDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

interface UserToInvite {
  readonly email: string;
  readonly role: 'admin' | 'user';
}

/**
 * Creates a member who can't sign in yet and the link by which they accept. Both or neither: an address that has an
 * account leaves nothing behind. Whoever is awaited already, such as somebody a site file declared, stays as they are
 * and gets another link.
 */
export async function inviteUser(
  deps: InviteDependencies,
  scope: Scope,
  wanted: UserToInvite,
): Promise<Result<Invitation, Failure>> {
  if (normalizeEmail(wanted.email) === unnamedEmail)
    return err(failure('BAD_INPUT', 'No mail reaches this address', 'email'));
  return invite(deps, scope, wanted);
}

/** The invitation of an empty installation's first administrator, who names their own address. */
export function inviteFirstAdministrator(deps: InviteDependencies, scope: Scope): Promise<Result<Invitation, Failure>> {
  return invite(deps, scope, { email: unnamedEmail, role: 'admin' });
}

function invite(
  { db, clock }: InviteDependencies,
  scope: Scope,
  { email, role }: UserToInvite,
): Promise<Result<Invitation, Failure>> {
  return db.transaction(async (transaction) => {
    const accounts = accountsStore(transaction);
    const user = await awaitedOrNew(accounts, scope, email, role);
    if (!user.ok) return user;
    const { token, tokenHash } = newSecretToken();
    const createdAt = clock.now();
    const expiresAt = createdAt + invitationLife;
    await invitationsStore(transaction).insert(scope, { userId: user.value.id, tokenHash, createdAt, expiresAt });
    await audit(scope, transaction, {
      at: createdAt,
      action: 'account.invited',
      details: { email: user.value.email, role },
      subjectId: user.value.id,
    });
    return ok({ path: `/invitation?token=${token}`, expiresAt });
  });
}

async function awaitedOrNew(
  accounts: AccountsStore,
  scope: Scope,
  email: string,
  role: 'admin' | 'user',
): Promise<Result<Account, Failure>> {
  const awaited = await accounts.findAwaited(scope, normalizeEmail(email) ?? '');
  if (awaited !== null) return ok(awaited);
  const preset = presetProfiles[profileOfRole[role]];
  const profile =
    (await accounts.findProfileByName(scope, preset.name)) ??
    (await accounts.saveProfile(scope, preset.name, preset.rights));
  return createUser(accounts, scope, { email, password: null, role, profileId: profile.id });
}
