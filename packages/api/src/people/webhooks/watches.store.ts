import type { OrganizationId } from '@atrium/domain/core';
import { and, eq, inArray, like, notInArray } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import { webhookWatches } from './webhooks.schema.ts';

/** What was last reported of a device or of changed days. */
export interface WebhookWatch {
  readonly name: string;
  readonly value: string;
}

type Prefix = 'device/' | 'changes';

/** Forgets the watches of organizations that no program asks any more, so that a later one begins at that time. */
export async function forgetOtherWatches(
  db: Database,
  prefix: Prefix,
  organizations: readonly number[],
): Promise<void> {
  const { name, organizationId } = webhookWatches;
  await db
    .delete(webhookWatches)
    .where(
      and(
        like(name, `${prefix}%`),
        organizations.length === 0 ? undefined : notInArray(organizationId, [...organizations]),
      ),
    );
}

/** Watches of an organization, for the jobs that emit events. Never for a signed-in caller. */
export function webhookWatchesStore(db: Database, organizationId: OrganizationId) {
  const own = eq(webhookWatches.organizationId, organizationId);
  return {
    /** Returns the watches whose names begin so. */
    async list(prefix: Prefix): Promise<readonly WebhookWatch[]> {
      const { name, value } = webhookWatches;
      return db
        .select({ name, value })
        .from(webhookWatches)
        .where(and(own, like(name, `${prefix}%`)));
    },

    async save(watches: readonly WebhookWatch[]): Promise<void> {
      for (const watch of watches)
        await db
          .insert(webhookWatches)
          .values({ ...watch, organizationId })
          .onConflictDoUpdate({
            target: [webhookWatches.organizationId, webhookWatches.name],
            set: { value: watch.value },
          });
    },

    async remove(names: readonly string[]): Promise<void> {
      if (names.length > 0) await db.delete(webhookWatches).where(and(own, inArray(webhookWatches.name, [...names])));
    },
  };
}
