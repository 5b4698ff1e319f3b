import type { ExportRequest, StandingRequest } from '@atrium/domain/exports';
import type { SendDay } from '@atrium/domain/schedules';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../access/access.schema.ts';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { installations } from '../sites/sites.schema.ts';
import type { ExportProblem, ExportState } from './job.ts';

const instant = () => timestamp({ withTimezone: true });

/** Exports that are asked for again and again by a schedule; each time becomes a row of `export_jobs`. */
export const repeatingExports = pgTable(
  'repeating_exports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Who set it up, and whose rights count each time. */
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    installationId: integer()
      .notNull()
      .references(() => installations.id, { onDelete: 'cascade' }),
    request: jsonb().$type<StandingRequest>().notNull(),
    sendDay: text().$type<SendDay>().notNull(),
    /** 0…23 of the site's clock. */
    hour: integer().notNull(),
    includedDays: integer().notNull(),
    enabled: boolean().notNull().default(true),
    createdAt: instant().notNull(),
    /** Its next slot; null: off. A slot that came while nobody looked is found by this. */
    nextAt: instant(),
    /** Deleted, and can be put back for a while. */
    removedAt: instant(),
  },
  (table) => [
    index().on(table.organizationId, table.userId),
    index('repeating_exports_due_index').on(table.nextAt).where(sql`${table.removedAt} is null and ${table.enabled}`),
  ],
);

/** Files that were asked for: what is asked, how far it is, and what became of it. */
export const exportJobs = pgTable(
  'export_jobs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Who asked: the file holds what they may see when it is made. null: they are gone, and their files go in time. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    installationId: integer().references(() => installations.id, { onDelete: 'set null' }),
    request: jsonb().$type<ExportRequest>().notNull(),
    /** What it is one time of, on which date; null: somebody asked for it once. */
    repeatingId: integer().references(() => repeatingExports.id, { onDelete: 'set null' }),
    slot: text(),
    /** The client's own word for this wish: sent again, it is the same. */
    idempotencyKey: text(),
    state: text().$type<ExportState>().notNull(),
    createdAt: instant().notNull(),
    startedAt: instant(),
    finishedAt: instant(),
    rowsDone: integer().notNull().default(0),
    rowsTotal: integer().notNull(),
    /** Times somebody has begun it: more than one after a restart. */
    attempts: integer().notNull().default(0),
    /** While it runs: until when it belongs to who runs it, unless they say so again. */
    leaseUntil: instant(),
    problem: text().$type<ExportProblem>(),
    fileKey: text(),
    bytes: integer(),
    /** When its file goes. */
    expiresAt: instant(),
    /** Keys of its mails in the outbox, by the member each went to; who is missing was not to be told any more. */
    mails: jsonb().$type<readonly { readonly userId: number; readonly key: string }[]>().notNull().default([]),
    wasAttached: boolean().notNull().default(false),
  },
  (table) => [
    index().on(table.organizationId, table.userId, table.id),
    uniqueIndex().on(table.userId, table.idempotencyKey),
    uniqueIndex().on(table.repeatingId, table.slot),
    index('export_jobs_open_index').on(table.id).where(sql`${table.state} in ('waiting', 'running')`),
    index().on(table.expiresAt),
  ],
);
