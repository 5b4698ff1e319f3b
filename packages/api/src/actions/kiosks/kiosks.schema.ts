import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import type { KioskPage } from './kiosk.ts';

/**
 * Unattended screens. A link is derived from the id, the generation and the product's secret, so it is not stored.
 */
export const kiosks = pgTable(
  'kiosks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** ISO 639-1 language of its texts. */
    language: text().notNull(),
    /** Seconds that each page is shown. */
    seconds: integer().notNull(),
    pages: jsonb().$type<readonly KioskPage[]>().notNull(),
    /** Incremented by every new link, which voids earlier ones. */
    generation: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When a screen last read it. Null: never. */
    lastSeenAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.organizationId)],
);
