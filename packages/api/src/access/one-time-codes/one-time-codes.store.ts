import type { Instant, UserId } from '@atrium/domain/core';
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import { type CodePurpose, codeTries, oneTimeCodes } from '../access.schema.ts';

export interface CodeToKeep {
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

/** Without a scope: these are asked while somebody signs in, by the account they claim. */
export function oneTimeCodesStore(db: Database) {
  return {
    /** Takes the place of the code before it. False: that one was issued after `notAfter`, too short a time ago. */
    async replace({ userId, purpose, ...code }: CodeToKeep, notAfter: Instant): Promise<boolean> {
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
     * Counts one more try of a person and tells how many there were since the first, which is forgotten after
     * `windowMs`. Tries made at once are counted one after the other: each waits for the transaction of the one before.
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

    /** What the last code of that purpose proved, if it was taken after `since`. */
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

    /** Uses the code up; null when it is not this one, or expired, or used. */
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
