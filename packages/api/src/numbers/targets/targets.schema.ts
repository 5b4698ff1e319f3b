import { doublePrecision, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { installations, zones } from '../../sites/sites.schema.ts';

/** What people plan for a month: a target per place, metric and month. */
export const targets = pgTable(
  'targets',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    installationId: integer()
      .notNull()
      .references(() => installations.id, { onDelete: 'cascade' }),
    /** Null for the whole site. */
    zoneId: integer().references(() => zones.id, { onDelete: 'cascade' }),
    metric: text().notNull(),
    /** `YYYY-MM`, by the site's own days. */
    month: text().notNull(),
    /** In the unit of the metric, money in the currency of the site. */
    value: doublePrecision().notNull(),
  },
  (table) => [
    unique().on(table.installationId, table.zoneId, table.metric, table.month).nullsNotDistinct(),
    index().on(table.organizationId, table.month),
  ],
);
