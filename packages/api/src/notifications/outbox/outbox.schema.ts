import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ChannelName, Content } from '../../platform/channels/index.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';

/** Messages on their way out, written in the transaction that makes them true. */
export const outbox = pgTable(
  'outbox',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer().references(() => organizations.id, { onDelete: 'cascade' }),
    channel: text().$type<ChannelName>().notNull(),
    recipient: text().notNull(),
    /** What the message is about, once and for all: a second message under the same key is not taken. */
    dedupeKey: text().notNull().unique(),
    /** The same at every attempt, so that receivers recognise a repetition. */
    messageId: text().notNull().unique(),
    /** Forgotten once sent or given up: it may hold codes and links. */
    content: jsonb().$type<Content[ChannelName]>(),
    status: text().$type<'waiting' | 'sent' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** While a message is being delivered: when it counts as abandoned. */
    nextAttemptAt: timestamp({ withTimezone: true }).notNull(),
    /** Not delivered after this instant, such as a code that is void by then. */
    expiresAt: timestamp({ withTimezone: true }),
    sentAt: timestamp({ withTimezone: true }),
    /** Why the last attempt failed, in words for whoever runs the product. */
    problem: text(),
  },
  (table) => [
    index('outbox_waiting_index').on(table.channel, table.nextAttemptAt).where(sql`${table.status} = 'waiting'`),
    index().on(table.createdAt),
  ],
);
