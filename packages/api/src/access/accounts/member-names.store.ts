import { id, type UserId } from '@atrium/domain/core';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { users } from '../access.schema.ts';

/** What members are called: their name, or their address where they told none. Strangers and people gone have none. */
export async function memberNames(
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
