import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from '../../../platform/tenancy/organizations.schema.ts';
import { installations } from '../../../sites/sites.schema.ts';

/** The sample site of an organization, at most one. */
export const sampleSites = pgTable('sample_sites', {
  organizationId: integer()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  installationId: integer()
    .notNull()
    .references(() => installations.id, { onDelete: 'cascade' }),
  /** A row in state `making` or `going` after an interrupted start is removed completely. */
  state: text().$type<'making' | 'there' | 'going'>().notNull(),
  /** End of the history per quarter, after which the devices report. */
  historyUntil: timestamp({ withTimezone: true }).notNull(),
  reportedUntil: timestamp({ withTimezone: true }).notNull(),
});
