import type { UserId } from '@atrium/domain/core';
import { fullRights, includesRights } from '@atrium/domain/people/access';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { isUniqueViolation } from '../../../platform/relational/relational-errors.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { organizations } from '../../../platform/tenancy/organizations.schema.ts';
import { profiles, users } from '../access.schema.ts';
import { type Account, type NewAccount, toAccount, visibleTo } from '../accounts/accounts.store.ts';

/** Fields of a member that may change. The organization is fixed. */
export type PersonChange = Partial<Omit<NewAccount, 'organizationId' | 'passwordHash'>>;

/** Members of the scope's organization whom its user may see. */
export function peopleStore(db: Database) {
  return {
    /** Returns them sorted by id, the oldest first. */
    async all(scope: Scope): Promise<readonly Account[]> {
      return (await db.select().from(users).where(visibleTo(scope)).orderBy(asc(users.id))).map(toAccount);
    },

    async find(scope: Scope, userId: UserId): Promise<Account | null> {
      const [row] = await db
        .select()
        .from(users)
        .where(and(visibleTo(scope), eq(users.id, userId)));
      return row ? toAccount(row) : null;
    },

    /** Like `find`, and locks the row until the transaction ends. */
    async hold(scope: Scope, userId: UserId): Promise<Account | null> {
      const [row] = await db
        .select()
        .from(users)
        .where(and(visibleTo(scope), eq(users.id, userId)))
        .for('update');
      return row ? toAccount(row) : null;
    },

    /** Locks the organization, to serialize changes of rights: none is decided on data that another is changing. */
    async holdOrganization(scope: Scope): Promise<void> {
      await db
        .select({ id: organizations.id })
        .from(organizations)
        .where(eq(organizations.id, scope.organizationId))
        .for('update');
    },

    async update(scope: Scope, userId: UserId, change: PersonChange): Promise<Account | 'email taken' | null> {
      if (Object.keys(change).length === 0) return this.find(scope, userId);
      try {
        // In a savepoint, so that an address in use does not abort the caller's transaction.
        const [row] = await db.transaction((transaction) =>
          transaction
            .update(users)
            .set(change)
            .where(and(eq(users.organizationId, scope.organizationId), eq(users.id, userId)))
            .returning(),
        );
        return row ? toAccount(row) : null;
      } catch (error) {
        if (isUniqueViolation(error)) return 'email taken';
        throw error;
      }
    },

    /** Counts active administrators, and those with every right at every site. */
    async countAdministrators(scope: Scope): Promise<{ readonly all: number; readonly full: number }> {
      const rows = await db
        .select({ rights: profiles.rights, sites: users.installationIds })
        .from(users)
        .innerJoin(profiles, eq(profiles.id, users.profileId))
        .where(
          and(eq(users.organizationId, scope.organizationId), eq(users.role, 'admin'), isNotNull(users.passwordHash)),
        );
      const full = rows.filter(({ rights, sites }) => sites === null && includesRights(rights, fullRights));
      return { all: rows.length, full: full.length };
    },
  };
}
