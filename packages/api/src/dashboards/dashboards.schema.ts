import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../access/access.schema.ts';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { installations } from '../sites/sites.schema.ts';

const instant = () => timestamp({ withTimezone: true });
const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** Those somebody declared; the pages of sections that every organization has are derived, not stored. */
export const dashboards = pgTable(
  'dashboards',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    /** Whose own it is; null for everybody's. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** The name site files use; stable when the display name changes. */
    key: text().notNull(),
    kind: text().$type<'user' | 'organisation' | 'marketplace'>().notNull(),
    marketPlaceType: text(),
    name: text().notNull(),
    icon: text(),
    /** The one site it is about: only those who see the site see it. */
    installationId: integer().references(() => installations.id, { onDelete: 'cascade' }),
    lastModified: instant().notNull(),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.key)],
);

export const pages = pgTable(
  'pages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    dashboardId: integer()
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    name: text().notNull(),
    icon: text(),
    order: integer().notNull(),
    /** As the domain's `parseWidget` reads them; what it does not know is kept. */
    widgets: jsonb().$type<unknown[]>().notNull(),
    widgetGlobalFilters: jsonb().$type<unknown[]>().notNull(),
  },
  (table) => [uniqueIndex().on(table.dashboardId, table.key)],
);

/** Bookmarks of one person. */
export const pins = pgTable(
  'pins',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** A path of the product (`parseSameOriginPath`), with the filters in its query. */
    url: text().notNull(),
    order: integer().notNull(),
    target: text().$type<'_self' | '_blank'>().notNull().default('_self'),
  },
  (table) => [index().on(table.userId)],
);

export const shortLinks = pgTable(
  'short_links',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    code: text().notNull().unique(),
    path: text().notNull(),
    /** With its `?`; empty without one. */
    query: text().notNull(),
    /** Handed to the page besides its address; never in it. */
    tokenParameter: text(),
    createdBy: integer().references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.createdBy)],
);
