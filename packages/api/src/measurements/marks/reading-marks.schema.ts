import { bigint, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';

/** What was acknowledged of a site's UTC day, kept apart from the readings. It may be less than they are, never more. */
export const readingMarks = pgTable(
  'reading_marks',
  {
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    installationId: integer().notNull(),
    /** Days since 1970. */
    day: integer().notNull(),
    /** How many readings that differ in their identity; a correction is not another one. */
    readings: integer().notNull(),
    /** The greatest version among them and their corrections, in microseconds. */
    version: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.installationId, table.day] })],
);
