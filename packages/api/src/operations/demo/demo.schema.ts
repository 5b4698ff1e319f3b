import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';

/** The organizations of the demo, each recorded in the transaction that creates it. */
export const demoOrganizationRecords = pgTable('demo_organizations', {
  organizationId: integer()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** The name in its site file, even if the organization was renamed since. */
  name: text().notNull().unique(),
  /**
   * End of the written history, after which the simulated gateways report. Null if an older version created the demo
   * without recording it.
   */
  historyUntil: timestamp({ withTimezone: true }),
  /** False while it is being seeded, or if that was interrupted. */
  isComplete: boolean().notNull().default(false),
});
