import type { DashboardContent } from '@atrium/domain/dashboards/pages';
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
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
    /** Whose roles see it, besides those who may change it; null for everybody's. */
    roleIds: jsonb().$type<readonly number[]>(),
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

/** What is being made of a dashboard, or of one to come; readers see nothing of it until it is published. */
export const dashboardDrafts = pgTable(
  'dashboard_drafts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    /** null: never published. */
    dashboardId: integer()
      .unique()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    /** Whose own it is; null for that of everybody who may change the organization's dashboards. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    content: jsonb().$type<DashboardContent>().notNull(),
    /** Counts its changes, so that nobody overwrites what they have not seen. */
    version: integer().notNull(),
    /** Whether anything was changed since it was published; until then what is published counts, and not the content. */
    isTouched: boolean().notNull(),
    changedAt: instant().notNull(),
    changedBy: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index().on(table.organizationId)],
);

/** What was published of a dashboard before, the newest being what is published now. */
export const dashboardVersions = pgTable(
  'dashboard_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    dashboardId: integer()
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    content: jsonb().$type<DashboardContent>().notNull(),
    publishedAt: instant().notNull(),
    /** null: a site file did, or somebody who is gone. */
    publishedBy: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [uniqueIndex().on(table.dashboardId, table.version)],
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
