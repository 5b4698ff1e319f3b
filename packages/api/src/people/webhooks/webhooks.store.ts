import type { Instant, OrganizationId } from '@atrium/domain/core';
import { and, arrayContains, desc, eq, gte, inArray, lt, ne, notExists, sql } from 'drizzle-orm';
import { defineJobQueue } from '../../platform/jobs/job-queue.ts';
import { type ExpiringRows, expireRows } from '../../platform/relational/expiring-rows.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { WebhookEventType } from './event-types.ts';
import {
  type DeliveryTry,
  type deliveryStates,
  webhookDeliveries,
  webhookEvents,
  webhooks,
} from './webhooks.schema.ts';

export type StoredWebhook = typeof webhooks.$inferSelect;
export type StoredEvent = typeof webhookEvents.$inferSelect;

export interface DeliveryJob {
  readonly id: number;
  readonly organizationId: number;
  readonly webhookId: number;
  readonly eventId: number;
  readonly attempts: number;
  readonly tries: readonly DeliveryTry[];
}

/** A delivery with its event, for the log. */
export interface WebhookDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly messageId: string;
  readonly type: WebhookEventType;
  readonly body: string;
  readonly state: (typeof deliveryStates)[number];
  readonly attempts: number;
  readonly replays: number;
  readonly tries: readonly DeliveryTry[];
  readonly createdAt: Instant;
  /** Null: none follows. */
  readonly nextAttemptAt: Instant | null;
}

/** Deliveries as jobs. */
export const deliveryQueue = defineJobQueue({
  table: webhookDeliveries,
  dueAt: 'dueAt',
  isUnfinished: eq(webhookDeliveries.state, 'waiting'),
  toJob: ({ id, organizationId, webhookId, eventId, attempts, tries }): DeliveryJob => ({
    id,
    organizationId,
    webhookId,
    eventId,
    attempts,
    tries,
  }),
});

/** Webhooks of an organization, for people who see all of its sites. */
export function webhooksStore(db: Database) {
  const own = ({ organizationId }: Scope, webhookId: number) =>
    and(eq(webhooks.organizationId, organizationId), eq(webhooks.id, webhookId));
  const logColumns = {
    id: webhookDeliveries.id,
    webhookId: webhookDeliveries.webhookId,
    messageId: webhookEvents.messageId,
    type: webhookEvents.type,
    body: webhookEvents.body,
    state: webhookDeliveries.state,
    attempts: webhookDeliveries.attempts,
    replays: webhookDeliveries.replays,
    tries: webhookDeliveries.tries,
    createdAt: webhookDeliveries.createdAt,
    dueAt: webhookDeliveries.dueAt,
  };

  return {
    all: ({ organizationId }: Scope): Promise<StoredWebhook[]> =>
      db.select().from(webhooks).where(eq(webhooks.organizationId, organizationId)).orderBy(webhooks.id),

    async find(scope: Scope, webhookId: number): Promise<StoredWebhook | null> {
      const [row] = await db.select().from(webhooks).where(own(scope, webhookId));
      return row ?? null;
    },

    async insert(
      { organizationId }: Scope,
      { url, events, at }: Pick<StoredWebhook, 'url' | 'events'> & { readonly at: Instant },
    ): Promise<StoredWebhook> {
      const values = { organizationId, url, events, createdAt: new Date(at) };
      const [row] = await db.insert(webhooks).values(values).returning();
      return row as StoredWebhook;
    },

    /** Returns null if the scope has no such webhook. */
    async update(
      scope: Scope,
      webhookId: number,
      fields: Partial<typeof webhooks.$inferInsert>,
    ): Promise<StoredWebhook | null> {
      const [row] = await db.update(webhooks).set(fields).where(own(scope, webhookId)).returning();
      return row ?? null;
    },

    async renew(scope: Scope, webhookId: number, previousUntil: Instant): Promise<StoredWebhook | null> {
      const fields = { generation: sql`${webhooks.generation} + 1`, previousUntil: new Date(previousUntil) };
      const [row] = await db.update(webhooks).set(fields).where(own(scope, webhookId)).returning();
      return row ?? null;
    },

    async remove(scope: Scope, webhookId: number): Promise<StoredWebhook | null> {
      const [row] = await db.delete(webhooks).where(own(scope, webhookId)).returning();
      return row ?? null;
    },

    /** Returns the deliveries of a webhook, newest first, older than the id `before`. */
    async deliveries(
      { organizationId }: Scope,
      webhookId: number,
      before: number | null,
      limit: number,
    ): Promise<readonly WebhookDelivery[]> {
      const rows = await db
        .select(logColumns)
        .from(webhookDeliveries)
        .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
        .where(
          and(
            eq(webhookDeliveries.organizationId, organizationId),
            eq(webhookDeliveries.webhookId, webhookId),
            before === null ? undefined : lt(webhookDeliveries.id, before),
          ),
        )
        .orderBy(desc(webhookDeliveries.id))
        .limit(limit);
      return rows.map(({ createdAt, dueAt, ...row }) => ({
        ...row,
        createdAt: createdAt.getTime(),
        nextAttemptAt: row.state === 'waiting' ? dueAt.getTime() : null,
      }));
    },

    /** Makes deliveries wait again, at most `limit`, oldest first; returns how many. */
    async replay(
      { organizationId }: Scope,
      which:
        | { readonly deliveryId: number }
        | { readonly webhookId: number; readonly from: Instant; readonly to: Instant },
      at: Instant,
      limit: number,
    ): Promise<number> {
      const isAsked =
        'deliveryId' in which
          ? eq(webhookDeliveries.id, which.deliveryId)
          : and(
              eq(webhookDeliveries.webhookId, which.webhookId),
              gte(webhookDeliveries.createdAt, new Date(which.from)),
              lt(webhookDeliveries.createdAt, new Date(which.to)),
            );
      const isOwn = and(eq(webhookDeliveries.organizationId, organizationId), ne(webhookDeliveries.state, 'waiting'));
      const some = db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(and(isOwn, isAsked))
        .orderBy(webhookDeliveries.id)
        .limit(limit);
      const replays = sql`${webhookDeliveries.replays} + 1`;
      const rows = await db
        .update(webhookDeliveries)
        .set({ state: 'waiting', attempts: 0, replays, dueAt: new Date(at) })
        .where(inArray(webhookDeliveries.id, some))
        .returning({ id: webhookDeliveries.id });
      return rows.length;
    },

    async findDelivery({ organizationId }: Scope, deliveryId: number): Promise<{ readonly webhookId: number } | null> {
      const [row] = await db
        .select({ webhookId: webhookDeliveries.webhookId })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.organizationId, organizationId), eq(webhookDeliveries.id, deliveryId)));
      return row ?? null;
    },
  };
}

/** Events and deliveries of all organizations, for emitting and delivering. Never for a signed-in caller. */
export function webhookEventsStore(db: Database) {
  return {
    /** Returns the webhooks that are called for such events. */
    subscribers: (organizationId: OrganizationId, type: WebhookEventType) =>
      db
        .select({ id: webhooks.id, pausedAt: webhooks.pausedAt })
        .from(webhooks)
        .where(and(eq(webhooks.organizationId, organizationId), arrayContains(webhooks.events, [type]))),

    /** Returns the organizations with webhooks for such events. */
    async organizationsWith(type: WebhookEventType): Promise<readonly number[]> {
      const rows = await db
        .selectDistinct({ organizationId: webhooks.organizationId })
        .from(webhooks)
        .where(arrayContains(webhooks.events, [type]));
      return rows.map(({ organizationId }) => organizationId);
    },

    /** Returns those whose keys are new. */
    async insert(events: readonly (typeof webhookEvents.$inferInsert)[]) {
      const { id, organizationId, at } = webhookEvents;
      return db
        .insert(webhookEvents)
        .values([...events])
        .onConflictDoNothing({ target: [webhookEvents.organizationId, webhookEvents.eventKey] })
        .returning({ id, organizationId, at });
    },

    async insertDeliveries(deliveries: readonly (typeof webhookDeliveries.$inferInsert)[]): Promise<void> {
      if (deliveries.length > 0) await db.insert(webhookDeliveries).values([...deliveries]);
    },

    async find({ webhookId, eventId }: DeliveryJob) {
      const [row] = await db
        .select({ webhook: webhooks, event: webhookEvents })
        .from(webhooks)
        .innerJoin(webhookEvents, eq(webhookEvents.id, eventId))
        .where(eq(webhooks.id, webhookId));
      return row ?? null;
    },

    async countSuccess(webhookId: number): Promise<void> {
      await db
        .update(webhooks)
        .set({ failures: 0 })
        .where(and(eq(webhooks.id, webhookId), ne(webhooks.failures, 0)));
    },

    /** Counts a failed attempt; pauses the webhook at `max` failures in a row. */
    async countFailure(webhookId: number, max: number, at: Instant): Promise<void> {
      const failures = sql`${webhooks.failures} + 1`;
      const pausedAt = sql`case when ${webhooks.failures} + 1 >= ${max} then coalesce(${webhooks.pausedAt}, ${new Date(at).toISOString()}::timestamptz) else ${webhooks.pausedAt} end`;
      await db.update(webhooks).set({ failures, pausedAt }).where(eq(webhooks.id, webhookId));
    },
  };
}

/** Deliveries that ended, and events without a delivery. */
export const listExpiringWebhooks = (db: Database): readonly ExpiringRows[] => [
  expireRows(db, webhookDeliveries, (before) =>
    and(ne(webhookDeliveries.state, 'waiting'), lt(webhookDeliveries.createdAt, before)),
  ),
  expireRows(db, webhookEvents, (before) =>
    and(
      lt(webhookEvents.at, before),
      notExists(
        db.select({ one: sql`1` }).from(webhookDeliveries).where(eq(webhookDeliveries.eventId, webhookEvents.id)),
      ),
    ),
  ),
];
