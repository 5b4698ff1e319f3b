import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import type { WebhookEventType } from './event-types.ts';

const instant = () => timestamp({ withTimezone: true });

/** Addresses of other programs that are called when something happened. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** https. */
    url: text().notNull(),
    events: text().array().$type<WebhookEventType[]>().notNull(),
    /** Renewals of the secret, which is derived from it and never stored. */
    generation: integer().notNull().default(0),
    /** Until when calls are also signed with the previous secret. */
    previousUntil: instant(),
    createdAt: instant().notNull(),
    /** Failed attempts since the last success. */
    failures: integer().notNull().default(0),
    /** Set while it is not called: by a person, or after too many failures. */
    pausedAt: instant(),
  },
  (table) => [index().on(table.organizationId)],
);

/** What happened, once for all webhooks of an organization. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Site it is about, with which it is erased. Null: none. */
    installationId: integer(),
    type: text().$type<WebhookEventType>().notNull(),
    /** Deduplication key. */
    eventKey: text().notNull(),
    /** `webhook-id`; the same for every attempt and replay. */
    messageId: text().notNull().unique(),
    /** Body as sent. */
    body: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.eventKey), index().on(table.at)],
);

/** What was last reported of something that is watched, so that each change is reported once. */
export const webhookWatches = pgTable(
  'webhook_watches',
  {
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** `device/12`: a device reported as silent. `changes`: how far changed days were reported. */
    name: text().notNull(),
    /** Since when the device is silent, or the position among changed days. */
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.name] })],
);

/** One attempt to deliver. */
export interface DeliveryTry {
  /** ms since 1970. */
  readonly at: number;
  /** HTTP status. Null: no response. */
  readonly status: number | null;
  /** Duration. */
  readonly ms: number;
  /** Beginning of the response's body. */
  readonly body: string;
  /** Why there is no response. */
  readonly problem: string | null;
}

export const deliveryStates = ['waiting', 'delivered', 'failed', 'skipped'] as const;

/** An event for one webhook, with its attempts. A replay makes it wait again. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    webhookId: integer()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: integer()
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    /** `skipped`: the webhook was paused. */
    state: text().$type<(typeof deliveryStates)[number]>().notNull(),
    attempts: integer().notNull().default(0),
    replays: integer().notNull().default(0),
    /** The newest tries, oldest first. */
    tries: jsonb().$type<readonly DeliveryTry[]>().notNull().default([]),
    createdAt: instant().notNull(),
    /** During an attempt: when the claim expires. */
    dueAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex().on(table.webhookId, table.eventId),
    index('webhook_deliveries_waiting_index').on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    index().on(table.eventId),
    index().on(table.createdAt),
  ],
);
