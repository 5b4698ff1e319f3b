import { boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { events, installations } from '../../sites/sites.schema.ts';

/**
 * Screens at the entrances of sites. A link is derived from the id, the generation and the product's secret, so it is
 * not stored.
 */
export const stopAndGoScreens = pgTable(
  'stop_and_go_screens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    installationId: integer()
      .notNull()
      .references(() => installations.id, { onDelete: 'cascade' }),
    /** Event whose limit applies. */
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** ISO 639-1 language of its texts. */
    language: text().notNull(),
    enabled: boolean().notNull(),
    /** Time it was last switched on or off. */
    switchedAt: timestamp({ withTimezone: true }).notNull(),
    /** Incremented by every new link, which voids earlier ones. */
    generation: integer().notNull().default(1),
  },
  (table) => [index().on(table.organizationId), index().on(table.installationId)],
);
