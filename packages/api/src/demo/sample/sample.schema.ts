import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { installations } from '../../sites/sites.schema.ts';

/** The sample site of an organization, of which it has one at most. */
export const sampleSites = pgTable('sample_sites', {
  organizationId: integer()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  installationId: integer()
    .notNull()
    .references(() => installations.id, { onDelete: 'cascade' }),
  /** Whatever is found being made or going after a start was interrupted, and goes wholly. */
  state: text().$type<'making' | 'there' | 'going'>().notNull(),
  /** Up to here its past is written by the quarter of an hour; from here on its devices report. */
  historyUntil: timestamp({ withTimezone: true }).notNull(),
  reportedUntil: timestamp({ withTimezone: true }).notNull(),
});
