import { type DashboardId, type Instant, id } from '@atrium/domain/core';
import type { DashboardContent, PageContent } from '@atrium/domain/pages/content';
import { and, asc, eq, notInArray } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { dashboards, pages } from '../dashboards.schema.ts';
import { type StoredDashboard, whereVisible } from '../dashboards.store.ts';

/** A dashboard as readers see it now. */
export interface Published {
  readonly dashboardId: DashboardId;
  readonly kind: StoredDashboard['kind'];
  readonly userId: number | null;
  readonly content: DashboardContent;
  readonly lastModified: Instant;
}

/** Reads and writes published dashboards with all their pages. */
export function publishedStore(db: Database) {
  return {
    async find(scope: Scope, dashboardId: DashboardId, { isHeld = false } = {}): Promise<Published | null> {
      const query = db
        .select()
        .from(dashboards)
        .where(and(whereVisible(scope), eq(dashboards.id, dashboardId)));
      const [row] = isHeld ? await query.for('update') : await query;
      if (row === undefined) return null;
      const shown = await db
        .select()
        .from(pages)
        .where(and(eq(pages.organizationId, scope.organizationId), eq(pages.dashboardId, dashboardId)))
        .orderBy(asc(pages.order), asc(pages.id));
      return {
        dashboardId,
        kind: row.kind,
        userId: row.userId,
        lastModified: row.lastModified.getTime(),
        content: {
          name: row.name,
          icon: row.icon,
          isOwn: row.userId !== null,
          installationId: row.installationId,
          roleIds: row.roleIds,
          pages: shown.map(pageOf),
        },
      };
    },

    /** Inserts a dashboard without pages, under the first free key derived from its name. */
    async insert(scope: Scope, { name, isOwn }: DashboardContent, at: Instant): Promise<DashboardId> {
      const { organizationId, userId } = scope;
      const rows = await db
        .select({ key: dashboards.key })
        .from(dashboards)
        .where(eq(dashboards.organizationId, organizationId));
      const key = freeKey(name, new Set(rows.map((row) => row.key)));
      const kind = isOwn ? ('user' as const) : ('organisation' as const);
      const values = { organizationId, key, name, kind, userId: isOwn ? userId : null, lastModified: new Date(at) };
      const [row] = await db.insert(dashboards).values(values).returning({ id: dashboards.id });
      if (row === undefined) throw new Error('a dashboard that was just written is not there');
      return id<DashboardId>(row.id);
    },

    /** Replaces the published content. Pages with the same key keep their id, so that URLs stay valid. */
    async write(scope: Scope, dashboardId: DashboardId, content: DashboardContent, at: Instant): Promise<void> {
      const { organizationId, userId } = scope;
      const { name, icon, isOwn, installationId, roleIds } = content;
      await db
        .update(dashboards)
        .set({
          name,
          icon,
          installationId,
          roleIds,
          ...(isOwn ? {} : { userId: null, kind: 'organisation' as const }),
          lastModified: new Date(at),
        })
        .where(and(eq(dashboards.organizationId, organizationId), eq(dashboards.id, dashboardId)));
      const keys = content.pages.map(({ key }) => key);
      await db
        .delete(pages)
        .where(
          and(
            eq(pages.organizationId, organizationId),
            eq(pages.dashboardId, dashboardId),
            notInArray(pages.key, keys),
          ),
        );
      for (const [order, { filters, widgets, ...page }] of content.pages.entries()) {
        const values = { ...page, order, widgets: [...widgets], widgetGlobalFilters: [...filters] };
        await db
          .insert(pages)
          .values({ organizationId, dashboardId, ...values })
          .onConflictDoUpdate({ target: [pages.dashboardId, pages.key], set: values });
      }
      if (isOwn && userId === null) throw new Error('the system has no dashboards of its own');
    },

    async remove({ organizationId }: Scope, dashboardId: DashboardId): Promise<void> {
      await db
        .delete(dashboards)
        .where(and(eq(dashboards.organizationId, organizationId), eq(dashboards.id, dashboardId)));
    },
  };
}

function pageOf(row: typeof pages.$inferSelect): PageContent {
  return {
    key: row.key,
    name: row.name,
    icon: row.icon,
    widgets: row.widgets as PageContent['widgets'],
    filters: row.widgetGlobalFilters as PageContent['filters'],
  };
}

/** Derives a key for site files: the name in plain letters, with a number if that is taken. */
function freeKey(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  const stem = plain === '' || plain === 'outside' ? 'dashboard' : plain;
  for (let number = 1; ; number++) {
    const key = number === 1 ? stem : `${stem}-${number}`;
    if (!taken.has(key)) return key;
  }
}
