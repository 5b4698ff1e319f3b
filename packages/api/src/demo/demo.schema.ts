import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from '../platform/tenancy/organizations.schema.ts';

/** The organizations that the demo is made of, each noted in the transaction that makes it. */
export const demoOrganizationRecords = pgTable('demo_organizations', {
  organizationId: integer()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** As its site file calls it, however it is called since. */
  name: text().notNull().unique(),
  /**
   * Up to here its history is written; from here on its simulated gateways report. null: it was made by a version that
   * noted nothing.
   */
  historyUntil: timestamp({ withTimezone: true }),
  /** false: the seeding is under way, or was interrupted. */
  isComplete: boolean().notNull().default(false),
});
