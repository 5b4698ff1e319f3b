import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ChannelName, Content } from '../../../platform/channels/channel.ts';
import { organizations } from '../../../platform/tenancy/organizations.schema.ts';

/** Outgoing messages, written in the same transaction as the change they report. */
export const outbox = pgTable(
  'outbox',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer().references(() => organizations.id, { onDelete: 'cascade' }),
    channel: text().$type<ChannelName>().notNull(),
    recipient: text().notNull(),
    /** Deduplication key. A second message with the same key is not inserted. */
    dedupeKey: text().notNull().unique(),
    /** The same for every attempt, so that receivers recognize duplicates. */
    messageId: text().notNull().unique(),
    /** Deleted once sent or failed, because it may hold codes and links. */
    content: jsonb().$type<Content[ChannelName]>(),
    status: text().$type<'waiting' | 'sent' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** During a delivery: when the claim expires. */
    nextAttemptAt: timestamp({ withTimezone: true }).notNull(),
    /** Not delivered after this time, for example when a code has expired. */
    expiresAt: timestamp({ withTimezone: true }),
    sentAt: timestamp({ withTimezone: true }),
    /** Error of the last attempt, for operators. */
    problem: text(),
  },
  (table) => [
    index('outbox_waiting_index').on(table.channel, table.nextAttemptAt).where(sql`${table.status} = 'waiting'`),
    index().on(table.createdAt),
  ],
);
