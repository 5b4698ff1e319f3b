import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { dashboards, pages } from '../dashboards.schema.ts';

/** Fields of a dashboard that a site file declares. Its kind follows from them. */
export type DeclaredDashboard = Omit<typeof dashboards.$inferInsert, 'id' | 'organizationId' | 'kind' | 'lastModified'>;

export type DeclaredPage = Omit<typeof pages.$inferInsert, 'id' | 'organizationId' | 'dashboardId'>;

/** Writes published dashboards and their pages as a site file declares them. Drafts stay. */
export function declaredDashboardsStore(db: Database, { organizationId }: Scope) {
  const isDashboard = (dashboardId: number) =>
    and(eq(dashboards.organizationId, organizationId), eq(dashboards.id, dashboardId));
  const isPage = (pageId: number) => and(eq(pages.organizationId, organizationId), eq(pages.id, pageId));

  return {
    async insert(dashboard: DeclaredDashboard, lastModified: Date): Promise<number> {
      const [row] = await db
        .insert(dashboards)
        .values({ organizationId, ...dashboard, kind: toKind(dashboard), lastModified })
        .returning({ id: dashboards.id });
      if (row === undefined) throw new Error('a dashboard was not created');
      return row.id;
    },

    async update(dashboardId: number, dashboard: DeclaredDashboard, lastModified: Date): Promise<void> {
      await db
        .update(dashboards)
        .set({ ...dashboard, kind: toKind(dashboard), lastModified })
        .where(isDashboard(dashboardId));
    },

    /** Removes a dashboard with its pages. */
    async remove(dashboardId: number): Promise<void> {
      await db.delete(dashboards).where(isDashboard(dashboardId));
    },

    async insertPage(dashboardId: number, page: DeclaredPage): Promise<number> {
      const [row] = await db
        .insert(pages)
        .values({ organizationId, dashboardId, ...page })
        .returning({ id: pages.id });
      if (row === undefined) throw new Error('a page was not created');
      return row.id;
    },

    async updatePage(pageId: number, page: DeclaredPage): Promise<void> {
      await db.update(pages).set(page).where(isPage(pageId));
    },

    /** Does nothing if the page is already gone with its dashboard. */
    async removePage(pageId: number): Promise<void> {
      await db.delete(pages).where(isPage(pageId));
    },

    /** Records that pages of the dashboards changed. */
    async touch(dashboardIds: readonly number[], lastModified: Date): Promise<void> {
      await db
        .update(dashboards)
        .set({ lastModified })
        .where(and(eq(dashboards.organizationId, organizationId), inArray(dashboards.id, [...dashboardIds])));
    },
  };
}

function toKind({ userId, marketPlaceType }: DeclaredDashboard): 'user' | 'marketplace' | 'organisation' {
  if (userId != null) return 'user';
  return marketPlaceType != null ? 'marketplace' : 'organisation';
}
