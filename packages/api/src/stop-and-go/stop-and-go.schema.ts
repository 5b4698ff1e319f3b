import { boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { events, installations } from '../sites/sites.schema.ts';

/** Screens at the entrances of sites. Nothing of a screen's link is kept: it is made of its id, its generation and the product's secret. */
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
    /** Whose limit holds. */
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** ISO 639-1, of its small words. */
    language: text().notNull(),
    enabled: boolean().notNull(),
    /** Since when it is on or off. */
    switchedAt: timestamp({ withTimezone: true }).notNull(),
    /** Rises with every new link: those before it are void. */
    generation: integer().notNull().default(1),
  },
  (table) => [index().on(table.organizationId), index().on(table.installationId)],
);
