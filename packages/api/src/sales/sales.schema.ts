import { index, integer, numeric, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { installations } from '../sites/sites.schema.ts';

const ofSite = {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  organizationId: integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  installationId: integer()
    .notNull()
    .references(() => installations.id, { onDelete: 'cascade' }),
};

/** What was paid at once. A return is negative; nothing may have been paid at all. */
export const salesReceipts = pgTable(
  'sales_receipts',
  {
    ...ofSite,
    /** The shop's own number: the same one again corrects it. */
    receipt: text().notNull(),
    soldAt: timestamp({ withTimezone: true }).notNull(),
    items: integer().notNull(),
    turnover: numeric({ precision: 18, scale: 4 }).notNull(),
    /** ISO 4217 */
    currency: text().notNull(),
  },
  (table) => [uniqueIndex().on(table.installationId, table.receipt), index().on(table.installationId, table.soldAt)],
);

/** The days of a site of which it is known what was sold, be it nothing. */
export const salesDays = pgTable(
  'sales_days',
  { ...ofSite, /** Of the site's calendar. */ date: text().notNull() },
  (table) => [uniqueIndex().on(table.installationId, table.date)],
);
