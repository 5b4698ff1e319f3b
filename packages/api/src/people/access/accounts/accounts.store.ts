import { id, type OrganizationId, type ProfileId, type UserId } from '@atrium/domain/core';
import type { Rights } from '@atrium/domain/people/access';
import { and, arrayOverlaps, asc, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { profiles, users } from '../access.schema.ts';

export type Account = Omit<typeof users.$inferSelect, 'id' | 'organizationId' | 'profileId' | 'passwordHash'> & {
  readonly id: UserId;
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
  /** Invited or declared, and not accepted yet. */
  readonly isPending: boolean;
};

export interface Profile {
  readonly id: ProfileId;
  readonly name: string;
  readonly rights: Rights;
}

export type NewAccount = Omit<typeof users.$inferInsert, 'id' | 'organizationId' | 'createdAt'>;

/** Users and right profiles. Each belongs to one organization. */
export function accountsStore(db: Database) {
  return {
    async findAccount(scope: Scope, userId: UserId): Promise<Account | null> {
      const [row] = await db
        .select()
        .from(users)
        .where(and(eq(users.organizationId, scope.organizationId), eq(users.id, userId)));
      return row ? toAccount(row) : null;
    },

    /** Returns a pending user the scope sees. The address must be normalized. */
    async findAwaited(scope: Scope, email: string): Promise<Account | null> {
      const [row] = await db
        .select()
        .from(users)
        .where(and(visibleTo(scope), eq(users.email, email), isNull(users.passwordHash)));
      return row ? toAccount(row) : null;
    },

    /** Counts the users the scope sees. */
    async countAccounts(scope: Scope): Promise<number> {
      const [row] = await db.select({ count: count() }).from(users).where(visibleTo(scope));
      return row?.count ?? 0;
    },

    async findProfile(scope: Scope, profileId: ProfileId): Promise<Profile | null> {
      const [row] = await db
        .select()
        .from(profiles)
        .where(and(eq(profiles.organizationId, scope.organizationId), eq(profiles.id, profileId)));
      return row ? toProfile(row) : null;
    },

    async findProfileByName(scope: Scope, name: string): Promise<Profile | null> {
      const [row] = await db
        .select()
        .from(profiles)
        .where(and(eq(profiles.organizationId, scope.organizationId), eq(profiles.name, name)));
      return row ? toProfile(row) : null;
    },

    /** Creates the profile of that name, or replaces the rights of an existing one. */
    async saveProfile(scope: Scope, name: string, rights: Rights): Promise<Profile> {
      const [row] = await db
        .insert(profiles)
        .values({ organizationId: scope.organizationId, name, rights })
        .onConflictDoUpdate({ target: [profiles.organizationId, profiles.name], set: { rights } })
        .returning();
      if (!row) throw new Error('a profile was neither created nor found');
      return toProfile(row);
    },

    /**
     * Inserts an account. Returns null if the scope sees an account with that address. An account that can sign in at
     * once also needs an address that no other account verified. Pending accounts do not reveal accounts elsewhere.
     */
    insertAccount(scope: Scope, account: NewAccount): Promise<Account | null> {
      return db.transaction(async (transaction) => {
        const { organizationId } = scope;
        const isClaim = account.passwordHash == null && account.isEmailVerified !== true;
        const taken = isClaim ? visibleTo(scope) : or(visibleTo(scope), users.isEmailVerified);
        if (await hasAccount(transaction, account.email, taken)) return null;
        const values = { ...account, organizationId };
        // The address may be verified concurrently.
        const [row] = await transaction.insert(users).values(values).onConflictDoNothing().returning();
        return row ? toAccount(row) : null;
      });
    },

    /** Sets the password. `provesEmail`: the address counts as verified. */
    async savePassword(
      scope: Scope,
      userId: UserId,
      passwordHash: string,
      { provesEmail = true }: { readonly provesEmail?: boolean } = {},
    ): Promise<void> {
      await db
        .update(users)
        .set({ passwordHash, ...(provesEmail && { isEmailVerified: true }) })
        .where(and(eq(users.organizationId, scope.organizationId), eq(users.id, userId)));
    },

    async deleteAccount(scope: Scope, userId: UserId): Promise<boolean> {
      const gone = await db
        .delete(users)
        .where(and(eq(users.organizationId, scope.organizationId), eq(users.id, userId)))
        .returning({ id: users.id });
      return gone.length > 0;
    },

    /**
     * Returns the credentials for signing in, by address or by verified id. Takes no scope, because signing in creates
     * it.
     */
    async findCredentials(who: string | UserId) {
      const isThem = eq(users.id, typeof who === 'string' ? selectAccountId(db, who) : who);
      const [row] = await db.select(credentials).from(users).where(isThem);
      return row ? toCredentials(row) : null;
    },
  };
}

/** Returns whether an account matches. Locks the address until the transaction ends. */
async function hasAccount(transaction: Database, email: string, how: SQL | undefined): Promise<boolean> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
  const claims = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), how))
    .limit(1);
  return claims.length > 0;
}

/**
 * Builds a subquery for the account an address signs in to: the verified one, otherwise the oldest with a password. The
 * statement does the same work whether or not the address exists.
 */
export function selectAccountId(db: Database, email: string) {
  const { id: userId, isEmailVerified, passwordHash } = users;
  return db
    .select({ id: userId })
    .from(users)
    .where(eq(users.email, email))
    .orderBy(desc(isEmailVerified), isNull(passwordHash), asc(userId))
    .limit(1);
}

export type AccountsStore = ReturnType<typeof accountsStore>;

/** Account data for signing in: the credentials to check and the contacts. */
export type Credentials = NonNullable<Awaited<ReturnType<AccountsStore['findCredentials']>>>;

const { organizationId, email, isEmailVerified, phone, language, firstName, timezone, passwordHash, otpContact } =
  users;
const credentials = {
  userId: users.id,
  organizationId,
  email,
  isEmailVerified,
  phone,
  language,
  firstName,
  timezone,
  passwordHash,
  otpContact,
};

const toCredentials = <Row extends { userId: number; organizationId: number }>(row: Row) => ({
  ...row,
  userId: id<UserId>(row.userId),
  organizationId: id<OrganizationId>(row.organizationId),
});

/** Converts a row without exposing the password hash. */
export function toAccount({ passwordHash: hash, ...row }: typeof users.$inferSelect): Account {
  return {
    ...row,
    isPending: hash === null,
    id: id<UserId>(row.id),
    organizationId: id<OrganizationId>(row.organizationId),
    profileId: id<ProfileId>(row.profileId),
  };
}

const toProfile = ({ id: profileId, name, rights }: typeof profiles.$inferSelect): Profile => ({
  id: id<ProfileId>(profileId),
  name,
  rights,
});

/** Applies the rule of `visibleTo` to a loaded member. */
export const knowsMember = (
  { installationIds, userId }: Pick<Scope, 'installationIds' | 'userId'>,
  member: { readonly userId: number; readonly installationIds: readonly number[] | null },
): boolean =>
  installationIds === null ||
  member.installationIds === null ||
  member.userId === userId ||
  member.installationIds.some((site) => installationIds.some((own) => own === site));

/** Restricts users limited to some sites to those who share a site with them. */
export function visibleTo({ organizationId, installationIds, userId }: Scope): SQL | undefined {
  const sharesASite =
    installationIds === null
      ? undefined
      : or(
          isNull(users.installationIds),
          installationIds.length === 0 ? undefined : arrayOverlaps(users.installationIds, [...installationIds]),
          userId === null ? undefined : eq(users.id, userId),
        );
  return and(eq(users.organizationId, organizationId), sharesASite);
}
