import type { DashboardContent } from '@atrium/domain/pages/content';
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../people/access/access.schema.ts';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { installations } from '../sites/sites.schema.ts';

const instant = () => timestamp({ withTimezone: true });
const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** Dashboards that users created. The pages of sections that every organization has are derived, not stored. */
export const dashboards = pgTable(
  'dashboards',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    /** The owner of a private dashboard. Null: shared. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** Key in site files; it stays when the display name changes. */
    key: text().notNull(),
    kind: text().$type<'user' | 'organisation' | 'marketplace'>().notNull(),
    marketPlaceType: text(),
    name: text().notNull(),
    icon: text(),
    /** The one site it is about: only people who see the site see it. */
    installationId: integer().references(() => installations.id, { onDelete: 'cascade' }),
    /** Roles that see it, besides people who may change it. Null: all roles. */
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
    /** Read by the domain's `parseWidget`. Unknown content is preserved. */
    widgets: jsonb().$type<unknown[]>().notNull(),
    widgetGlobalFilters: jsonb().$type<unknown[]>().notNull(),
  },
  (table) => [uniqueIndex().on(table.dashboardId, table.key)],
);

/** Drafts of dashboards, published or not. Readers see nothing of them until they are published. */
export const dashboardDrafts = pgTable(
  'dashboard_drafts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    /** Null: never published. */
    dashboardId: integer()
      .unique()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    /** The owner of a private draft. Null: shared with all who may change the organization's dashboards. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    content: jsonb().$type<DashboardContent>().notNull(),
    /** Number of changes, for optimistic locking. */
    version: integer().notNull(),
    /**
     * Whether the draft was changed since it was published. While false, the published content counts, not `content`.
     */
    isTouched: boolean().notNull(),
    changedAt: instant().notNull(),
    changedBy: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index().on(table.organizationId)],
);

/** Published versions of a dashboard. The newest is published now. */
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
    /** Null: a site file, or a former user. */
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
    /** A path of the product (`parseSameOriginPath`), including the filters in its query. */
    url: text().notNull(),
    order: integer().notNull(),
    target: text().$type<'_self' | '_blank'>().notNull().default('_self'),
  },
  (table) => [index().on(table.userId)],
);

/** Lines of the brief that one person does not want to see for a while. */
export const mutedLines = pgTable(
  'muted_lines',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Names the line's cause, such as `silence 12` (`rankAttention`). */
    key: text().notNull(),
    until: instant().notNull(),
  },
  (table) => [uniqueIndex().on(table.userId, table.key)],
);

export const shortLinks = pgTable(
  'short_links',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    code: text().notNull().unique(),
    path: text().notNull(),
    /** Includes the `?`. Empty without a query. */
    query: text().notNull(),
    /** Passed to the page outside the URL, and never part of it. */
    tokenParameter: text(),
    createdBy: integer().references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.createdBy)],
);
