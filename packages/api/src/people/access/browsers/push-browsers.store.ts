import type { Instant, OrganizationId, UserId } from '@atrium/domain/core';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { pushBrowsers, users } from '../access.schema.ts';

/** Push subscription of a browser: the endpoint of its push service, with its keys. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushBrowser extends PushSubscription {
  readonly id: number;
}

/** Browsers registered for push. Registering one of another user takes it over, because its current user reads it. */
export function pushBrowsersStore(db: Database) {
  return {
    /** Keeps the `most` browsers of the user that were registered last. */
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

    /** Deletes an expired subscription, regardless of its owner. */
    async forget(endpoint: string): Promise<void> {
      await db.delete(pushBrowsers).where(eq(pushBrowsers.endpoint, endpoint));
    },

    /** Returns the browsers of all members of an organization, by user. */
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
