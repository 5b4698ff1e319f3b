import { type Instant, id, type OrganizationId, type UserId } from '@atrium/domain/core';
import { isAllowed, type Rights } from '@atrium/domain/people/access';
import { and, desc, eq, gt, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { isUniqueViolation } from '../../../platform/relational/relational-errors.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { invitations, profiles, users } from '../access.schema.ts';

export interface NewInvitation {
  readonly userId: UserId;
  readonly tokenHash: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export interface StoredInvitation {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly email: string;
  readonly role: 'admin' | 'user';
  readonly language: string;
  /** Whether accepting may name the organization: administrators of all sites whose profile may edit it. */
  readonly mayNameOrganization: boolean;
  readonly otpContact: 'email' | 'phone' | null;
  readonly expiresAt: Instant;
  /** True if any invitation of that user was accepted, or if they got a password otherwise. */
  readonly isAccepted: boolean;
}

/** Fields that accepting sets. */
export type AcceptedPerson = Pick<
  typeof users.$inferInsert,
  | 'email'
  | 'passwordHash'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'otpContact'
  | 'isEmailVerified'
  | 'isPhoneVerified'
  | 'language'
  | 'theme'
  | 'timezone'
  | 'dateFormat'
>;

export function invitationsStore(db: Database) {
  const byHash = (tokenHash: string) =>
    db
      .select({
        user: users,
        rights: profiles.rights,
        expiresAt: invitations.expiresAt,
        acceptedAt: invitations.acceptedAt,
      })
      .from(invitations)
      .innerJoin(users, and(eq(users.id, invitations.userId), eq(users.organizationId, invitations.organizationId)))
      .innerJoin(profiles, eq(profiles.id, users.profileId))
      .where(eq(invitations.tokenHash, tokenHash));
  return {
    /** Inserts a link. The user's earlier links expire. */
    async insert(scope: Scope, { userId, tokenHash, createdAt, expiresAt }: NewInvitation): Promise<void> {
      const now = new Date(createdAt);
      const isOpen = and(isNull(invitations.acceptedAt), gt(invitations.expiresAt, now));
      const earlier = and(eq(invitations.organizationId, scope.organizationId), eq(invitations.userId, userId), isOpen);
      await db.update(invitations).set({ expiresAt: now }).where(earlier);
      await db.insert(invitations).values({
        organizationId: scope.organizationId,
        userId,
        tokenHash,
        createdAt: now,
        expiresAt: new Date(expiresAt),
      });
    },

    /** Takes no scope: the token is the credential, and its row has the organization. */
    async find(tokenHash: string): Promise<StoredInvitation | null> {
      const [row] = await byHash(tokenHash);
      return row ? invitationOf(row) : null;
    },

    /**
     * Like `find`, and locks the user's row until the transaction ends. A concurrent acceptance waits and finds it
     * accepted.
     */
    async hold(tokenHash: string): Promise<StoredInvitation | null> {
      // Locks the user and not the link: two links of one user are one invitation.
      const [row] = await byHash(tokenHash).for('update', { of: users });
      return row ? invitationOf(row) : null;
    },

    /**
     * Makes the pending user a member who can sign in, and ends their other links. Returns false if another account
     * verified the address.
     */
    async accept(scope: Scope, userId: UserId, person: AcceptedPerson, at: Instant): Promise<boolean> {
      const own = and(eq(users.organizationId, scope.organizationId), eq(users.id, userId), isNull(users.passwordHash));
      const saved = await updateUnlessTaken(db, person, own);
      if (saved === null) return false;
      if (saved.length !== 1) throw new Error('an invitation was accepted by nobody');
      await db
        .update(invitations)
        .set({ acceptedAt: new Date(at) })
        .where(and(eq(invitations.userId, userId), isNull(invitations.acceptedAt)));
      return true;
    },

    /** Returns when the newest link of that user was created. */
    async lastSentAt(userId: UserId): Promise<Instant | null> {
      const [row] = await db
        .select({ at: invitations.createdAt })
        .from(invitations)
        .where(eq(invitations.userId, userId))
        .orderBy(desc(invitations.createdAt))
        .limit(1);
      return row?.at.getTime() ?? null;
    },

    /** Sets the two-factor contact of a pending user. */
    async chooseContact(scope: Scope, userId: UserId, otpContact: 'email' | 'phone' | null): Promise<void> {
      const awaited = and(
        eq(users.organizationId, scope.organizationId),
        eq(users.id, userId),
        isNull(users.passwordHash),
      );
      await db.update(users).set({ otpContact }).where(awaited);
    },

    /** Returns whether an account signs in with it. */
    async isEmailInUse(email: string): Promise<boolean> {
      const holders = db.select({ id: users.id }).from(users);
      return (await holders.where(and(eq(users.email, email), isNotNull(users.passwordHash))).limit(1)).length > 0;
    },

    async isEmailTaken(email: string): Promise<boolean> {
      return (await db.select({ id: users.id }).from(users).where(eq(users.email, email))).length > 0;
    },
  };
}

/** In a savepoint, so that an address verified elsewhere does not abort the caller's transaction. */
async function updateUnlessTaken(db: Database, person: AcceptedPerson, own: SQL | undefined) {
  try {
    return await db.transaction((transaction) =>
      transaction.update(users).set(person).where(own).returning({ id: users.id }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

interface Row {
  readonly user: typeof users.$inferSelect;
  readonly rights: Rights;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
}

const invitationOf = ({ user, rights, expiresAt, acceptedAt }: Row): StoredInvitation => ({
  organizationId: id<OrganizationId>(user.organizationId),
  userId: id<UserId>(user.id),
  email: user.email,
  role: user.role,
  language: user.language,
  mayNameOrganization:
    user.role === 'admin' &&
    user.installationIds === null &&
    isAllowed({ role: user.role, rights }, 'editOrganization'),
  otpContact: user.otpContact,
  expiresAt: expiresAt.getTime(),
  isAccepted: acceptedAt !== null || user.passwordHash !== null,
});
