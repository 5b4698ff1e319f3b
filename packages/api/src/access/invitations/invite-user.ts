import { createHash, randomBytes } from 'node:crypto';
import { type PresetProfile, presetProfiles } from '@atrium/domain/access';
import { type Clock, type Failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import { accountsStore, createUser } from '../accounts/index.ts';
import type { Scope } from '../scope.ts';
import { invitationsStore } from './invitations.store.ts';

/** ms */
const invitationLife = 7 * 24 * 60 * 60_000;

export interface Invitation {
  /** Path and query of the page that accepts it; the token in it is told this once. */
  readonly path: string;
  readonly expiresAt: Instant;
}

const profileOfRole: Record<'admin' | 'user', PresetProfile> = { admin: 'administrator', user: 'viewer' };

/**
 * Creates a member who can't sign in yet and the link by which they accept. Both or neither: an address that has an
 * account leaves nothing behind.
 */
export function inviteUser(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: Scope,
  { email, role }: { readonly email: string; readonly role: 'admin' | 'user' },
): Promise<Result<Invitation, Failure>> {
  return db.transaction(async (transaction) => {
    const accounts = accountsStore(transaction);
    const preset = presetProfiles[profileOfRole[role]];
    const profile =
      (await accounts.findProfileByName(scope, preset.name)) ??
      (await accounts.saveProfile(scope, preset.name, preset.rights));
    const user = await createUser(accounts, scope, { email, password: null, role, profileId: profile.id });
    if (!user.ok) return user;
    const token = randomBytes(32).toString('base64url');
    const createdAt = clock.now();
    const expiresAt = createdAt + invitationLife;
    const tokenHash = createHash('sha256').update(token).digest('hex');
    await invitationsStore(transaction).insert(scope, { userId: user.value.id, tokenHash, createdAt, expiresAt });
    return ok({ path: `/invitation?token=${token}`, expiresAt });
  });
}
