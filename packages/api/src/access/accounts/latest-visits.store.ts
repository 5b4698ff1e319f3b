import { type Instant, id, type OrganizationId } from '@atrium/domain/core';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import { sessions, users } from '../access.schema.ts';

export interface Visit {
  readonly organizationId: OrganizationId;
  /** Time when a user's session was last opened or renewed. Null: there is no session. */
  readonly at: Instant | null;
}

/** Returns organizations that have users, most recently visited first. */
export async function listLatestVisits(db: Database, most: number): Promise<readonly Visit[]> {
  const at = sql<string | null>`extract(epoch from max(greatest(${sessions.createdAt}, ${sessions.renewedAt})))`;
  const rows = await db
    .select({ organizationId: users.organizationId, at })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .groupBy(users.organizationId)
    .orderBy(sql`${at} desc nulls last`, users.organizationId)
    .limit(most);
  return rows.map((row) => ({
    organizationId: id<OrganizationId>(row.organizationId),
    at: row.at === null ? null : Math.round(Number(row.at) * 1000),
  }));
}
