import { id, type OrganizationId, type UserId } from '@atrium/domain/core';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import { users } from '../access.schema.ts';

/** Returns which of these lower-cased addresses belong to members, verified or not, with their user ids. */
export async function findMembersByEmail(
  db: Database,
  organizationId: OrganizationId,
  emails: readonly string[],
): Promise<ReadonlyMap<string, UserId>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), inArray(users.email, [...emails])));
  return new Map(rows.map(({ userId, email }) => [email, id<UserId>(userId)]));
}
