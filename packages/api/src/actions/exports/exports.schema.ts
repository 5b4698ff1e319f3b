import type { ExportRequest, RepeatingRequest } from '@atrium/domain/actions/exports';
import type { SendDay } from '@atrium/domain/actions/schedules';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../../people/access/access.schema.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { installations } from '../../sites/sites.schema.ts';
import type { ExportProblem, ExportState } from './job.ts';

const instant = () => timestamp({ withTimezone: true });

/** Scheduled exports. Each run becomes a row of `export_jobs`. */
export const repeatingExports = pgTable(
  'repeating_exports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Creator, whose rights apply to each run. */
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    installationId: integer()
      .notNull()
      .references(() => installations.id, { onDelete: 'cascade' }),
    request: jsonb().$type<RepeatingRequest>().notNull(),
    sendDay: text().$type<SendDay>().notNull(),
    /** 0…23 in the site's time zone. */
    hour: integer().notNull(),
    includedDays: integer().notNull(),
    enabled: boolean().notNull().default(true),
    createdAt: instant().notNull(),
    /** Next slot. Null: off. After downtime, missed slots are found by this. */
    nextAt: instant(),
    /** Set when deleted. It can be restored for a while. */
    removedAt: instant(),
  },
  (table) => [
    index().on(table.organizationId, table.userId),
    index('repeating_exports_due_index').on(table.nextAt).where(sql`${table.removedAt} is null and ${table.enabled}`),
  ],
);

/** Requested files, with their progress and result. */
export const exportJobs = pgTable(
  'export_jobs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Requester, whose rights apply when the file is made. Null: a former user. Their files expire. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    installationId: integer().references(() => installations.id, { onDelete: 'set null' }),
    request: jsonb().$type<ExportRequest>().notNull(),
    /** Repeating export and the date of its slot. Null: a one-time export. */
    repeatingId: integer().references(() => repeatingExports.id, { onDelete: 'set null' }),
    slot: text(),
    /** Idempotency key of the client. A repeated request returns the same job. */
    idempotencyKey: text(),
    state: text().$type<ExportState>().notNull(),
    createdAt: instant().notNull(),
    startedAt: instant(),
    finishedAt: instant(),
    rowsDone: integer().notNull().default(0),
    rowsTotal: integer().notNull(),
    /** Number of starts: more than one after a crash or restart. */
    attempts: integer().notNull().default(0),
    /** End of the runner's lease, unless renewed. */
    leaseUntil: instant(),
    problem: text().$type<ExportProblem>(),
    fileKey: text(),
    bytes: integer(),
    /** Expiry of the file. */
    expiresAt: instant(),
    /** Outbox keys of its mails, by member. Members who may not receive it any more are missing. */
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
