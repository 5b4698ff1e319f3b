import type { Instant, UserId } from '@atrium/domain/core';
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type CodePurpose, codeTries, oneTimeCodes } from '../access.schema.ts';

export interface NewCode {
  readonly userId: UserId;
  readonly purpose: CodePurpose;
  readonly contact: 'email' | 'phone';
  readonly destination: string;
  readonly codeHash: string;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

export interface ProvenContact {
  readonly contact: 'email' | 'phone';
  readonly destination: string;
}

/** Takes no scope: used during sign-in, by the claimed account. */
export function oneTimeCodesStore(db: Database) {
  return {
    /** Replaces the previous code. Returns false if that was issued after `notAfter`. */
    async replace({ userId, purpose, ...code }: NewCode, notAfter: Instant): Promise<boolean> {
      const fresh = {
        ...code,
        issuedAt: new Date(code.issuedAt),
        expiresAt: new Date(code.expiresAt),
        usedAt: null,
      };
      const rows = await db
        .insert(oneTimeCodes)
        .values({ userId, purpose, ...fresh })
        .onConflictDoUpdate({
          target: [oneTimeCodes.userId, oneTimeCodes.purpose],
          set: fresh,
          setWhere: lte(oneTimeCodes.issuedAt, new Date(notAfter)),
        })
        .returning({ userId: oneTimeCodes.userId });
      return rows.length > 0;
    },

    async issuedAt(userId: UserId, purpose: CodePurpose): Promise<Instant | null> {
      const [row] = await db
        .select({ issuedAt: oneTimeCodes.issuedAt })
        .from(oneTimeCodes)
        .where(and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose)));
      return row?.issuedAt.getTime() ?? null;
    },

    /**
     * Counts one more attempt of a user. Returns the attempts since the first one, which expires after `windowMs`. Row
     * locks serialize concurrent attempts.
     */
    async countTry(userId: UserId, now: Instant, windowMs: number): Promise<{ tries: number; since: Instant }> {
      const isOver = sql`${codeTries.since} <= ${new Date(now - windowMs).toISOString()}::timestamptz`;
      const [row] = await db
        .insert(codeTries)
        .values({ userId, tries: 1, since: new Date(now) })
        .onConflictDoUpdate({
          target: codeTries.userId,
          set: {
            tries: sql`case when ${isOver} then 1 else ${codeTries.tries} + 1 end`,
            since: sql`case when ${isOver} then excluded.since else ${codeTries.since} end`,
          },
        })
        .returning();
      if (!row) throw new Error('a try was not counted');
      return { tries: row.tries, since: row.since.getTime() };
    },

    /** Returns the contact verified by the last code of that purpose, if it was used after `since`. */
    async lastProven(userId: UserId, purpose: CodePurpose, since: Instant): Promise<ProvenContact | null> {
      const [row] = await db
        .select({ contact: oneTimeCodes.contact, destination: oneTimeCodes.destination })
        .from(oneTimeCodes)
        .where(
          and(
            eq(oneTimeCodes.userId, userId),
            eq(oneTimeCodes.purpose, purpose),
            gt(oneTimeCodes.usedAt, new Date(since)),
          ),
        );
      return row ?? null;
    },

    async forgetTries(userId: UserId): Promise<void> {
      await db.delete(codeTries).where(eq(codeTries.userId, userId));
    },

    /** Uses the code up. Returns null if it is wrong, expired or used. */
    async use(userId: UserId, purpose: CodePurpose, codeHash: string, now: Instant): Promise<ProvenContact | null> {
      const [row] = await db
        .update(oneTimeCodes)
        .set({ usedAt: new Date(now) })
        .where(
          and(
            eq(oneTimeCodes.userId, userId),
            eq(oneTimeCodes.purpose, purpose),
            eq(oneTimeCodes.codeHash, codeHash),
            isNull(oneTimeCodes.usedAt),
            gt(oneTimeCodes.expiresAt, new Date(now)),
          ),
        )
        .returning({ contact: oneTimeCodes.contact, destination: oneTimeCodes.destination });
      return row ?? null;
    },
  };
}
