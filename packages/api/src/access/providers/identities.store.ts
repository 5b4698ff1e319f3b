import { type Instant, id, type UserId } from '@atrium/domain/core';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import { externalIdentities } from '../access.schema.ts';

/** Without a scope: they are asked while somebody is at the door, by what a provider proved. */
export function identitiesStore(db: Database) {
  return {
    async find(issuer: string, subject: string): Promise<UserId | null> {
      const [row] = await db
        .select({ userId: externalIdentities.userId })
        .from(externalIdentities)
        .where(and(eq(externalIdentities.issuer, issuer), eq(externalIdentities.subject, subject)));
      return row ? id<UserId>(row.userId) : null;
    },

    /** False: the person is somebody else at that provider already, or the identity somebody else's here. */
    async link(userId: UserId, issuer: string, subject: string, at: Instant): Promise<boolean> {
      const linked = await db
        .insert(externalIdentities)
        .values({ userId, issuer, subject, createdAt: new Date(at) })
        .onConflictDoNothing()
        .returning({ userId: externalIdentities.userId });
      return linked.length > 0;
    },
  };
}
