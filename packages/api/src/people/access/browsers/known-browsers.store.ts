import type { Instant, UserId } from '@atrium/domain/core';
import { and, desc, eq, gt, inArray, notExists, notInArray } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { knownBrowsers, sessions, users } from '../access.schema.ts';
import { selectAccountId } from '../accounts/accounts.store.ts';

/** Takes no scope before sign-in: a browser belongs to one user. */
export function knownBrowsersStore(db: Database) {
  return {
    /** One statement, which does the same work whether or not the address exists. */
    async isKnown(email: string, deviceHash: string, seenAfter: Instant): Promise<boolean> {
      const [row] = await db
        .select({ userId: knownBrowsers.userId })
        .from(knownBrowsers)
        .where(
          and(
            eq(knownBrowsers.userId, selectAccountId(db, email)),
            eq(knownBrowsers.deviceHash, deviceHash),
            gt(knownBrowsers.seenAt, new Date(seenAfter)),
          ),
        );
      return row !== undefined;
    },

    /** Keeps the `most` browsers of the user that were seen last. */
    async remember(userId: UserId, deviceHash: string, at: Instant, most: number): Promise<void> {
      const seenAt = new Date(at);
      await db
        .insert(knownBrowsers)
        .values({ userId, deviceHash, seenAt })
        .onConflictDoUpdate({ target: [knownBrowsers.userId, knownBrowsers.deviceHash], set: { seenAt } });
      const newest = db
        .select({ deviceHash: knownBrowsers.deviceHash })
        .from(knownBrowsers)
        .where(eq(knownBrowsers.userId, userId))
        .orderBy(desc(knownBrowsers.seenAt))
        .limit(most);
      await db
        .delete(knownBrowsers)
        .where(and(eq(knownBrowsers.userId, userId), notInArray(knownBrowsers.deviceHash, newest)));
    },

    /** Deletes the browsers of a member of the scope's organization, except the one that opened the session `but`. */
    async forget(scope: Scope, userId: UserId, but: string | null): Promise<void> {
      const member = db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.organizationId, scope.organizationId), eq(users.id, userId)));
      const opener =
        but === null
          ? undefined
          : notExists(
              db
                .select({ id: sessions.id })
                .from(sessions)
                .where(and(eq(sessions.id, but), eq(sessions.deviceHash, knownBrowsers.deviceHash))),
            );
      await db.delete(knownBrowsers).where(and(inArray(knownBrowsers.userId, member), opener));
    },
  };
}
