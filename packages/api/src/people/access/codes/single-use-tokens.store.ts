import { type Instant, id, type OrganizationId, type UserId } from '@atrium/domain/core';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { singleUseTokens, type TokenPurpose } from '../access.schema.ts';

export interface UsedToken {
  readonly userId: UserId | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Takes no scope: the token is the credential, and its row says what it is for. */
export function singleUseTokensStore(db: Database) {
  return {
    /** Deletes tokens of any purpose whose details name the organization. */
    async forgetOf(organizationId: OrganizationId): Promise<void> {
      await db
        .delete(singleUseTokens)
        .where(sql`(${singleUseTokens.details} ->> 'organizationId')::int = ${organizationId}`);
    },

    async insert(token: typeof singleUseTokens.$inferInsert): Promise<void> {
      await db.insert(singleUseTokens).values(token);
    },

    async endAll(purpose: TokenPurpose, userId: UserId, at: Instant): Promise<void> {
      await db
        .update(singleUseTokens)
        .set({ usedAt: new Date(at) })
        .where(
          and(eq(singleUseTokens.purpose, purpose), eq(singleUseTokens.userId, userId), isNull(singleUseTokens.usedAt)),
        );
    },

    async use(purpose: TokenPurpose, tokenHash: string, at: Instant): Promise<UsedToken | null> {
      const [row] = await db
        .update(singleUseTokens)
        .set({ usedAt: new Date(at) })
        .where(
          and(
            eq(singleUseTokens.tokenHash, tokenHash),
            eq(singleUseTokens.purpose, purpose),
            isNull(singleUseTokens.usedAt),
            gt(singleUseTokens.expiresAt, new Date(at)),
          ),
        )
        .returning({ userId: singleUseTokens.userId, details: singleUseTokens.details });
      return row ? { details: row.details, userId: row.userId === null ? null : id<UserId>(row.userId) } : null;
    },
  };
}
