import { id, type ProfileId } from '@atrium/domain/core';
import type { Rights } from '@atrium/domain/people/access';
import { and, asc, count, eq } from 'drizzle-orm';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/relational/relational-errors.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { profiles, users } from '../access.schema.ts';
import { type Account, type Profile, toAccount } from './accounts.store.ts';

export interface CountedProfile extends Profile {
  /** Number of members with the profile. */
  readonly userCount: number;
}

type Row = typeof profiles.$inferSelect;

export function profilesStore(db: Database) {
  const own = (scope: Scope, profileId: ProfileId) =>
    and(eq(profiles.organizationId, scope.organizationId), eq(profiles.id, profileId));
  return {
    async all(scope: Scope): Promise<readonly CountedProfile[]> {
      const rows = await db
        .select({ profile: profiles, userCount: count(users.id) })
        .from(profiles)
        .leftJoin(users, eq(users.profileId, profiles.id))
        .where(eq(profiles.organizationId, scope.organizationId))
        .groupBy(profiles.id)
        .orderBy(asc(profiles.name));
      return rows.map(({ profile, userCount }) => ({ ...profileOf(profile), userCount }));
    },

    /** Returns all users with the profile, including those the scope's user does not see. */
    async peopleOf(scope: Scope, profileId: ProfileId): Promise<readonly Account[]> {
      const theirs = and(eq(users.organizationId, scope.organizationId), eq(users.profileId, profileId));
      return (await db.select().from(users).where(theirs)).map(toAccount);
    },

    /** Locks the row until the transaction ends. */
    async hold(scope: Scope, profileId: ProfileId): Promise<Profile | null> {
      const [row] = await db.select().from(profiles).where(own(scope, profileId)).for('update');
      return row ? profileOf(row) : null;
    },

    async insert(scope: Scope, name: string, rights: Rights): Promise<Profile | 'name taken'> {
      const [row] = await db
        .insert(profiles)
        .values({ organizationId: scope.organizationId, name, rights })
        .onConflictDoNothing()
        .returning();
      return row ? profileOf(row) : 'name taken';
    },

    async update(scope: Scope, profileId: ProfileId, name: string, rights: Rights): Promise<Profile | 'name taken'> {
      try {
        const [row] = await db.transaction((transaction) =>
          transaction.update(profiles).set({ name, rights }).where(own(scope, profileId)).returning(),
        );
        if (!row) throw new Error('a profile that is held is gone');
        return profileOf(row);
      } catch (error) {
        if (isUniqueViolation(error)) return 'name taken';
        throw error;
      }
    },

    async delete(scope: Scope, profileId: ProfileId): Promise<'deleted' | 'in use'> {
      try {
        await db.transaction((transaction) => transaction.delete(profiles).where(own(scope, profileId)));
        return 'deleted';
      } catch (error) {
        if (isForeignKeyViolation(error)) return 'in use';
        throw error;
      }
    },
  };
}

const profileOf = ({ id: profileId, name, rights }: Row): Profile => ({ id: id<ProfileId>(profileId), name, rights });
