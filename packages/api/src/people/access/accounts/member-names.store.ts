import { id, type UserId } from '@atrium/domain/core';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { users } from '../access.schema.ts';

/** Returns the names of members, or their address if they have no name. Unknown and former users are omitted. */
export async function findMemberNames(
  db: Database,
  scope: Scope,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  if (ids.length === 0) return new Map();
  const { id: userId, firstName, lastName, email } = users;
  const rows = await db
    .select({ userId, firstName, lastName, email })
    .from(users)
    .where(and(eq(users.organizationId, scope.organizationId), inArray(users.id, [...ids])));
  return new Map(rows.map((row) => [id<UserId>(row.userId), `${row.firstName} ${row.lastName}`.trim() || row.email]));
}
