import { integer, jsonb, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { zones } from '../../sites/sites.schema.ts';

/** Maps of zones: pictures, and the places on them. */
export const mapViews = pgTable(
  'map_views',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    zoneId: integer()
      .notNull()
      .references(() => zones.id, { onDelete: 'cascade' }),
    /** Read by the domain's `parseMapConfig`. */
    config: jsonb().$type<unknown>().notNull(),
  },
  (table) => [uniqueIndex().on(table.zoneId)],
);
