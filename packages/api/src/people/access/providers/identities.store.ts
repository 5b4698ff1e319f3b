import { type Instant, id, type UserId } from '@atrium/domain/core';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { externalIdentities } from '../access.schema.ts';

/** Takes no scope: used during sign-in, by what a provider verified. */
export function identitiesStore(db: Database) {
  return {
    async find(issuer: string, subject: string): Promise<UserId | null> {
      const [row] = await db
        .select({ userId: externalIdentities.userId })
        .from(externalIdentities)
        .where(and(eq(externalIdentities.issuer, issuer), eq(externalIdentities.subject, subject)));
      return row ? id<UserId>(row.userId) : null;
    },

    /** Returns false if the user has another identity at that provider, or the identity belongs to another user. */
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
