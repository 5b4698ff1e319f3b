import type { Instant } from '@atrium/domain/core';
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../../people/access/access.schema.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { installations, passages } from '../../sites/sites.schema.ts';

const instant = () => timestamp({ withTimezone: true }).notNull();

/** Manual counts at passages, with every tap. */
export const manualCounts = pgTable(
  'manual_counts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    installationId: integer()
      .notNull()
      .references(() => installations.id, { onDelete: 'cascade' }),
    passageId: integer()
      .notNull()
      .references(() => passages.id, { onDelete: 'cascade' }),
    /** Id assigned by the phone, to deduplicate counts that are sent again. */
    clientId: text().notNull(),
    startedAt: instant(),
    finishedAt: instant(),
    along: jsonb().$type<readonly Instant[]>().notNull(),
    against: jsonb().$type<readonly Instant[]>().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex().on(table.organizationId, table.clientId),
    index().on(table.installationId, table.finishedAt),
  ],
);
