import { index, integer, numeric, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { ingestKeys, users } from '../../people/access/access.schema.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { installations } from '../../sites/sites.schema.ts';

const ofSite = {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  organizationId: integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  installationId: integer()
    .notNull()
    .references(() => installations.id, { onDelete: 'cascade' }),
};

/** Decimal, because some goods are sold by weight. */
const items = () => numeric({ precision: 12, scale: 3 });
const turnover = () => numeric({ precision: 18, scale: 4 });

/** One receipt. Returns are negative; zero is possible. */
export const salesReceipts = pgTable(
  'sales_receipts',
  {
    ...ofSite,
    /** The shop's own number. The same number again is a correction. */
    receipt: text().notNull(),
    soldAt: timestamp({ withTimezone: true }).notNull(),
    items: items().notNull(),
    turnover: turnover().notNull(),
    /** ISO 4217. */
    currency: text().notNull(),
    /** Import that last wrote it. Null: a till, or unknown. Imports are never deleted individually. */
    importId: integer(),
    /** Key of the till that last sent it. Null: none. */
    keyId: integer().references(() => ingestKeys.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex().on(table.installationId, table.receipt),
    index().on(table.installationId, table.soldAt),
    index().on(table.keyId),
  ],
);

/** Days of a site with sales data, even without any sale. */
export const salesDays = pgTable(
  'sales_days',
  {
    ...ofSite,
    /** Date in the site's calendar. */
    date: text().notNull(),
    /** Known until then. Null: the whole day. */
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

/** An imported sales file. */
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
    /** Key in the file store. */
    fileKey: text().notNull(),
    /** Local time and time zone of the uploader. */
    uploaderDateTime: text().notNull(),
    uploaderTimezone: text().notNull(),
    undoneAt: timestamp({ withTimezone: true }),
    undoneBy: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index().on(table.organizationId, table.at)],
);

/** Content of an import for one site. */
export const salesImportSites = pgTable(
  'sales_import_sites',
  {
    ...ofImport,
    receipts: integer().notNull(),
    added: integer().notNull(),
    corrected: integer().notNull(),
    turnover: turnover().notNull(),
    /** ISO 4217. */
    currency: text().notNull(),
    firstDay: text().notNull(),
    lastDay: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.installationId] })],
);

/** Days an import covers, until it is undone. */
export const salesImportDays = pgTable(
  'sales_import_days',
  { ...ofImport, date: text().notNull(), until: timestamp({ withTimezone: true }) },
  (table) => [
    primaryKey({ columns: [table.importId, table.installationId, table.date] }),
    index().on(table.installationId, table.date),
  ],
);

/** Previous values of each receipt of an import, for an undo. A null time means that the receipt did not exist. */
export const salesImportReceipts = pgTable(
  'sales_import_receipts',
  {
    ...ofImport,
    receipt: text().notNull(),
    beforeSoldAt: timestamp({ withTimezone: true }),
    beforeItems: items(),
    beforeTurnover: turnover(),
    beforeCurrency: text(),
    /** Import that wrote the previous values. */
    beforeImportId: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.installationId, table.receipt] }),
    index().on(table.beforeImportId),
  ],
);
