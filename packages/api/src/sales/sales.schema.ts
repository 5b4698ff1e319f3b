import { index, integer, numeric, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { ingestKeys, users } from '../access/access.schema.ts';
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

/** Some goods are sold by weight. */
const items = () => numeric({ precision: 12, scale: 3 });
const turnover = () => numeric({ precision: 18, scale: 4 });

/** What was paid at once. A return is negative; nothing may have been paid at all. */
export const salesReceipts = pgTable(
  'sales_receipts',
  {
    ...ofSite,
    /** The shop's own number: the same one again corrects it. */
    receipt: text().notNull(),
    soldAt: timestamp({ withTimezone: true }).notNull(),
    items: items().notNull(),
    turnover: turnover().notNull(),
    /** ISO 4217 */
    currency: text().notNull(),
    /** The import that said so last; null: a till, or nobody asks. Imports are never deleted alone. */
    importId: integer(),
    /** The key of the till that told it last; null: none did. */
    keyId: integer().references(() => ingestKeys.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex().on(table.installationId, table.receipt),
    index().on(table.installationId, table.soldAt),
    index().on(table.keyId),
  ],
);

/** The days of a site of which it is known what was sold, be it nothing. */
export const salesDays = pgTable(
  'sales_days',
  {
    ...ofSite,
    /** Of the site's calendar. */
    date: text().notNull(),
    /** Known up to then; null: the whole day. */
    until: timestamp({ withTimezone: true }),
  },
  (table) => [uniqueIndex().on(table.installationId, table.date)],
);

const ofImport = {
  organizationId: integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  importId: integer()
    .notNull()
    .references(() => salesImports.id, { onDelete: 'cascade' }),
  installationId: integer()
    .notNull()
    .references(() => installations.id, { onDelete: 'cascade' }),
};

/** A sales file that was taken, as a whole. */
export const salesImports = pgTable(
  'sales_imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    at: timestamp({ withTimezone: true }).notNull(),
    fileName: text().notNull(),
    /** Of the file store. */
    fileKey: text().notNull(),
    /** What the clock of whoever sent it showed, and in which zone. */
    uploaderDateTime: text().notNull(),
    uploaderTimezone: text().notNull(),
    undoneAt: timestamp({ withTimezone: true }),
    undoneBy: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index().on(table.organizationId, table.at)],
);

/** What an import told of one site. */
export const salesImportSites = pgTable(
  'sales_import_sites',
  {
    ...ofImport,
    receipts: integer().notNull(),
    added: integer().notNull(),
    corrected: integer().notNull(),
    turnover: turnover().notNull(),
    /** ISO 4217 */
    currency: text().notNull(),
    firstDay: text().notNull(),
    lastDay: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.installationId] })],
);

/** The days an import tells about, as long as it is not undone. */
export const salesImportDays = pgTable(
  'sales_import_days',
  { ...ofImport, date: text().notNull(), until: timestamp({ withTimezone: true }) },
  (table) => [
    primaryKey({ columns: [table.importId, table.installationId, table.date] }),
    index().on(table.installationId, table.date),
  ],
);

/** What each receipt of an import was before it, so that it can be put back; without a time, there was none. */
export const salesImportReceipts = pgTable(
  'sales_import_receipts',
  {
    ...ofImport,
    receipt: text().notNull(),
    beforeSoldAt: timestamp({ withTimezone: true }),
    beforeItems: items(),
    beforeTurnover: turnover(),
    beforeCurrency: text(),
    /** The import that had said so. */
    beforeImportId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.installationId, table.receipt] }),
    index().on(table.beforeImportId),
  ],
);
