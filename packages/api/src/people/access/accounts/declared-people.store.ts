import type { Rights } from '@atrium/domain/people/access';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { profiles, users } from '../access.schema.ts';

type UserRow = typeof users.$inferInsert;

/** Fields of a user that a site file declares. Password, contacts and verification stay with the user. */
export type DeclaredUser = Pick<
  UserRow,
  'email' | 'profileId' | 'role' | 'language' | 'firstName' | 'lastName' | 'installationIds' | 'siteChoice'
>;

/** Writes users and right profiles as a site file declares them. The caller checks the rights beforehand. */
export function declaredPeopleStore(db: Database, { organizationId }: Scope) {
  const isProfile = (profileId: number) => and(eq(profiles.organizationId, organizationId), eq(profiles.id, profileId));
  const isUser = (userId: number) => and(eq(users.organizationId, organizationId), eq(users.id, userId));

  return {
    async insertProfile(profile: { readonly name: string; readonly rights: Rights }): Promise<number> {
      const [row] = await db
        .insert(profiles)
        .values({ organizationId, ...profile })
        .returning({ id: profiles.id });
      if (row === undefined) throw new Error('a profile was not created');
      return row.id;
    },

    async updateRights(profileId: number, rights: Rights): Promise<void> {
      await db.update(profiles).set({ rights }).where(isProfile(profileId));
    },

    /** Inserts a user without a password: they sign in through an invitation. */
    async insertUser(user: DeclaredUser): Promise<number> {
      const [row] = await db
        .insert(users)
        .values({ organizationId, ...user })
        .returning({ id: users.id });
      if (row === undefined) throw new Error('a user was not created');
      return row.id;
    },

    async updateUser(userId: number, user: DeclaredUser): Promise<void> {
      await db.update(users).set(user).where(isUser(userId));
    },

    async updateLinks(userId: number, customLinks: NonNullable<UserRow['customLinks']>): Promise<void> {
      await db.update(users).set({ customLinks }).where(isUser(userId));
    },
  };
}
