import { bigint, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';

/**
 * Acknowledged high-water mark of a site's UTC day, stored apart from the readings. May lag behind them, never exceed
 * them.
 */
export const readingMarks = pgTable(
  'reading_marks',
  {
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    installationId: integer().notNull(),
    /** Days since 1970. */
    day: integer().notNull(),
    /** Number of distinct readings; corrections do not add to it. */
    readings: integer().notNull(),
    /** Greatest version among them and their corrections, in microseconds. */
    version: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.installationId, table.day] })],
);
