import type { SendDay } from '@atrium/domain/schedules';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../access/access.schema.ts';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { events, installations, zones } from '../sites/sites.schema.ts';
import type { DeliveryKind, DeliveryProblem, DeliveryRequest, DeliveryState, ToldRecipient } from './delivery.ts';

const instant = () => timestamp({ withTimezone: true });
const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** What is sent to whom, and when. */
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
    /** 0…23 of the site's clock. */
    hour: integer().notNull(),
    includedDays: integer().notNull(),
    /** Lower-cased. */
    emails: text().array().notNull(),
    attachPdf: boolean().notNull().default(true),
    attachSpreadsheet: boolean().notNull().default(true),
    enabled: boolean().notNull().default(true),
    createdAt: instant().notNull(),
    /** Who answers for it: it sends as long as they may. null: gone, or nobody (`isOwned` tells). */
    ownerId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Somebody wrote it; otherwise the system did, which sees everything. */
    isOwned: boolean().notNull(),
    /** Its next slot; null: off. A slot that came while nobody looked is found by this. */
    nextAt: instant(),
    /** Deleted, and can be put back for a while. */
    removedAt: instant(),
  },
  (table) => [
    index().on(table.organizationId, table.title),
    index('reports_due_index').on(table.nextAt).where(sql`${table.removedAt} is null and ${table.enabled}`),
  ],
);

/** Each time something was to be sent: one row to a slot of a report, a test, or a wish. */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    /** null: made once, of a page. */
    reportId: integer().references(() => reports.id, { onDelete: 'cascade' }),
    kind: text().$type<DeliveryKind>().notNull(),
    /** The day of the slot; null: none. */
    slot: text(),
    at: instant().notNull(),
    isLate: boolean().notNull().default(false),
    state: text().$type<DeliveryState>().notNull().default('underWay'),
    problem: text().$type<DeliveryProblem>(),
    /** What is made, as it was asked; a slot of a report goes by the report itself. */
    request: jsonb().$type<DeliveryRequest>(),
    /** Who asked; null: the schedule. */
    askedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    attempts: integer().notNull().default(0),
    /** Until when it belongs to the process that makes it. */
    leaseUntil: instant(),
    recipients: jsonb().$type<readonly ToldRecipient[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex().on(table.reportId, table.slot),
    index().on(table.organizationId, table.reportId, table.id),
    index('report_deliveries_open_index').on(table.id).where(sql`${table.state} = 'underWay'`),
  ],
);
