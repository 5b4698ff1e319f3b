import { type InstallationId, id, type OrganizationId, type ProfileId, type UserId } from '@atrium/domain/core';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import { createScope, type Scope } from '../../platform/tenancy/scope.ts';
import { profiles, users } from '../access.schema.ts';

/** Returns the current scope of a member, for background work they requested earlier. Null: no longer a member. */
export async function findMemberScope(
  db: Database,
  organizationId: OrganizationId,
  userId: UserId,
): Promise<Scope | null> {
  const [row] = await db
    .select({
      role: users.role,
      installationIds: users.installationIds,
      profileId: profiles.id,
      rights: profiles.rights,
    })
    .from(users)
    .innerJoin(profiles, and(eq(profiles.id, users.profileId), eq(profiles.organizationId, users.organizationId)))
    .where(and(eq(users.id, userId), eq(users.organizationId, organizationId)));
  if (row === undefined) return null;
  return createScope({
    organizationId,
    userId,
    viewedBy: null,
    profileId: id<ProfileId>(row.profileId),
    role: row.role,
    rights: row.rights,
    installationIds: row.installationIds?.map((one) => id<InstallationId>(one)) ?? null,
    sessionId: null,
  });
}
