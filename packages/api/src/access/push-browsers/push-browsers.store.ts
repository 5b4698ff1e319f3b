import type { Instant, OrganizationId, UserId } from '@atrium/domain/core';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { pushBrowsers, users } from '../access.schema.ts';

/** A browser that somebody lets notify them, as its push service names it, with the keys only it can read by. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushBrowser extends PushSubscription {
  readonly id: number;
}

/** Browsers that people signed up. One that somebody else signs up changes hands: whoever sits there now reads it. */
export function pushBrowsersStore(db: Database) {
  return {
    /** Keeps the `most` of the person that were signed up last. */
    async save(userId: UserId, { endpoint, ...keys }: PushSubscription, at: Instant, most: number): Promise<void> {
      const fields = { ...keys, userId, createdAt: new Date(at) };
      await db
        .insert(pushBrowsers)
        .values({ endpoint, ...fields })
        .onConflictDoUpdate({ target: pushBrowsers.endpoint, set: fields });
      const newest = db
        .select({ id: pushBrowsers.id })
        .from(pushBrowsers)
        .where(eq(pushBrowsers.userId, userId))
        .orderBy(desc(pushBrowsers.createdAt), desc(pushBrowsers.id))
        .limit(most);
      await db.delete(pushBrowsers).where(and(eq(pushBrowsers.userId, userId), notInArray(pushBrowsers.id, newest)));
    },

    async remove({ userId }: Pick<Scope, 'userId'>, endpoint: string): Promise<void> {
      if (userId === null) return;
      await db.delete(pushBrowsers).where(and(eq(pushBrowsers.userId, userId), eq(pushBrowsers.endpoint, endpoint)));
    },

    /** Whoever's it was: its push service knows it no more. */
    async forget(endpoint: string): Promise<void> {
      await db.delete(pushBrowsers).where(eq(pushBrowsers.endpoint, endpoint));
    },

    /** Of all members of an organization, by person. */
    async ofMembers(organizationId: OrganizationId): Promise<ReadonlyMap<number, readonly PushBrowser[]>> {
      const { id, endpoint, p256dh, auth, userId } = pushBrowsers;
      const rows = await db
        .select({ id, endpoint, p256dh, auth, userId })
        .from(pushBrowsers)
        .innerJoin(users, eq(users.id, userId))
        .where(eq(users.organizationId, organizationId))
        .orderBy(id);
      return Map.groupBy(rows, (row) => row.userId);
    },
  };
}
