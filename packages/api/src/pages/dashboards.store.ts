import { type DashboardId, type InstallationId, type Instant, id, type PageId, type UserId } from '@atrium/domain/core';
import { isAllowed } from '@atrium/domain/people/access';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { dashboards, pages } from './dashboards.schema.ts';

export interface StoredDashboard {
  readonly id: DashboardId;
  readonly userId: UserId | null;
  readonly key: string;
  readonly kind: 'user' | 'organisation' | 'marketplace';
  readonly marketPlaceType: string | null;
  readonly name: string;
  readonly icon: string | null;
  readonly installationId: InstallationId | null;
  readonly roleIds: readonly number[] | null;
  readonly lastModified: Instant;
}

export interface Page {
  readonly id: PageId;
  readonly dashboardId: DashboardId;
  readonly key: string;
  readonly name: string;
  readonly icon: string | null;
  readonly order: number;
  /** Read by the domain's `parseWidget` and `parseGlobalFilter`. */
  readonly widgets: readonly unknown[];
  readonly widgetGlobalFilters: readonly unknown[];
}

/**
 * Condition for the dashboards a caller sees: shared and private ones, of their sites, for their role. People who may
 * change the organization's dashboards see them for any role.
 */
export function whereVisible(scope: Scope) {
  const { organizationId, userId, profileId, installationIds } = scope;
  const { installationId, roleIds } = dashboards;
  const isForAll = userId === null || isAllowed(scope, 'organizationDashboards');
  return and(
    eq(dashboards.organizationId, organizationId),
    userId === null ? undefined : or(isNull(dashboards.userId), eq(dashboards.userId, userId)),
    installationIds === null ? undefined : or(isNull(installationId), inArray(installationId, [...installationIds])),
    isForAll
      ? undefined
      : or(isNull(roleIds), profileId === null ? sql`false` : sql`${roleIds} @> ${String(profileId)}::jsonb`),
  );
}

/** Reads published dashboards. Those the caller may not see are not found. */
export function dashboardsStore(db: Database) {
  async function pagesWhere(scope: Scope, condition: ReturnType<typeof eq>): Promise<readonly Page[]> {
    const rows = await db
      .select({ page: pages })
      .from(pages)
      .innerJoin(dashboards, eq(dashboards.id, pages.dashboardId))
      .where(and(eq(pages.organizationId, scope.organizationId), whereVisible(scope), condition))
      .orderBy(asc(pages.order), asc(pages.id));
    return rows.map(({ page }) => pageOf(page));
  }

  return {
    async all(scope: Scope): Promise<readonly StoredDashboard[]> {
      const rows = await db.select().from(dashboards).where(whereVisible(scope)).orderBy(asc(dashboards.id));
      return rows.map(dashboardOf);
    },

    async find(scope: Scope, dashboardId: DashboardId): Promise<StoredDashboard | null> {
      const [row] = await db
        .select()
        .from(dashboards)
        .where(and(whereVisible(scope), eq(dashboards.id, dashboardId)));
      return row ? dashboardOf(row) : null;
    },

    /** Returns the first page of each dashboard. Leaves out dashboards without pages. */
    async firstPages(scope: Scope): Promise<ReadonlyMap<DashboardId, PageId>> {
      const rows = await db
        .selectDistinctOn([pages.dashboardId], { dashboardId: pages.dashboardId, pageId: pages.id })
        .from(pages)
        .where(eq(pages.organizationId, scope.organizationId))
        .orderBy(asc(pages.dashboardId), asc(pages.order), asc(pages.id));
      return new Map(rows.map(({ dashboardId, pageId }) => [id<DashboardId>(dashboardId), id<PageId>(pageId)]));
    },

    pagesOf: (scope: Scope, dashboardId: DashboardId) => pagesWhere(scope, eq(pages.dashboardId, dashboardId)),

    async findPage(scope: Scope, pageId: PageId): Promise<Page | null> {
      const [page] = await pagesWhere(scope, eq(pages.id, pageId));
      return page ?? null;
    },
  };
}

export type DashboardsStore = ReturnType<typeof dashboardsStore>;

function dashboardOf(row: typeof dashboards.$inferSelect): StoredDashboard {
  return {
    id: id<DashboardId>(row.id),
    userId: row.userId === null ? null : id<UserId>(row.userId),
    key: row.key,
    kind: row.kind,
    marketPlaceType: row.marketPlaceType,
    name: row.name,
    icon: row.icon,
    installationId: row.installationId === null ? null : id<InstallationId>(row.installationId),
    roleIds: row.roleIds,
    lastModified: row.lastModified.getTime(),
  };
}

const pageOf = (row: typeof pages.$inferSelect): Page => ({
  id: id<PageId>(row.id),
  dashboardId: id<DashboardId>(row.dashboardId),
  key: row.key,
  name: row.name,
  icon: row.icon,
  order: row.order,
  widgets: row.widgets,
  widgetGlobalFilters: row.widgetGlobalFilters,
});
