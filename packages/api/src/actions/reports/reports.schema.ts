import type { SendDay } from '@atrium/domain/actions/schedules';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../../people/access/access.schema.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { events, installations, zones } from '../../sites/sites.schema.ts';
import type { DeliveryKind, DeliveryProblem, DeliveryRecipient, DeliveryRequest, DeliveryState } from './delivery.ts';

const instant = () => timestamp({ withTimezone: true });
const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** Scheduled reports: content, recipients and schedule. */
export const reports = pgTable(
  'reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    installationId: integer()
      .notNull()
      .references(() => installations.id, { onDelete: 'cascade' }),
    eventId: integer().references(() => events.id, { onDelete: 'set null' }),
    zoneId: integer()
      .notNull()
      .references(() => zones.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    language: text().notNull(),
    sendDay: text().$type<SendDay>().notNull(),
    /** 0…23 in the site's time zone. */
    hour: integer().notNull(),
    includedDays: integer().notNull(),
    /** Lower-cased. */
    emails: text().array().notNull(),
    attachPdf: boolean().notNull().default(true),
    attachSpreadsheet: boolean().notNull().default(true),
    enabled: boolean().notNull().default(true),
    createdAt: instant().notNull(),
    /** User whose rights the report needs to send. Null: a former user, or none (see `isOwned`). */
    ownerId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** False: created by the system, which has full access. */
    isOwned: boolean().notNull(),
    /** Next slot. Null: off. After downtime, missed slots are found by this. */
    nextAt: instant(),
    /** Set when deleted. The report can be restored for a while. */
    removedAt: instant(),
  },
  (table) => [
    index().on(table.organizationId, table.title),
    index('reports_due_index').on(table.nextAt).where(sql`${table.removedAt} is null and ${table.enabled}`),
  ],
);

/** One row per delivery: a slot of a report, a test, or a one-time report. */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    /** Null: a one-time report. */
    reportId: integer().references(() => reports.id, { onDelete: 'cascade' }),
    kind: text().$type<DeliveryKind>().notNull(),
    /** Day of the slot. Null: none. */
    slot: text(),
    at: instant().notNull(),
    isLate: boolean().notNull().default(false),
    state: text().$type<DeliveryState>().notNull().default('underWay'),
    problem: text().$type<DeliveryProblem>(),
    /** Content as requested. Null: a slot, which uses the report itself. */
    request: jsonb().$type<DeliveryRequest>(),
    /** Null: the schedule. */
    askedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    attempts: integer().notNull().default(0),
    /** End of the lease of the process that makes it. */
    leaseUntil: instant(),
    recipients: jsonb().$type<readonly DeliveryRecipient[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex().on(table.reportId, table.slot),
    index().on(table.organizationId, table.reportId, table.id),
    index('report_deliveries_open_index').on(table.id).where(sql`${table.state} = 'underWay'`),
  ],
);
