import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../../people/access/access.schema.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { zones } from '../../sites/sites.schema.ts';

/** Observed numbers of people inside zones, which override what the doors had counted. */
export const insideCorrections = pgTable(
  'inside_corrections',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    zoneId: integer()
      .notNull()
      .references(() => zones.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
    value: integer().notNull(),
    note: text().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index().on(table.zoneId, table.at)],
);
