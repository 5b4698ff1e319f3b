import type { Reference } from '@atrium/domain/dashboards/definitions';
import { eq, inArray } from 'drizzle-orm';
import { users } from '../../access/access.schema.ts';
import { dashboards, pages, pins } from '../../dashboards/dashboards.schema.ts';
import type { ChangeOf } from '../compare-states.ts';
import { nameToKey, rewriteFilter, rewriteWidget } from '../definitions.ts';
import { parseKey, rewriteIds, toRecordKey } from '../rewrite-ids.ts';
import { getId, type Writing } from './writing.store.ts';

export async function writeDashboards(changes: readonly ChangeOf<'dashboard'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  for (const { key, after } of changes) {
    const known = ids.dashboard.get(key);
    if (after === null) await db.delete(dashboards).where(eq(dashboards.id, getId('dashboard', key, writing)));
    else {
      const { user, installation, profiles, ...rest } = after;
      const values = {
        ...rest,
        kind: user !== null ? 'user' : after.marketPlaceType !== null ? 'marketplace' : 'organisation',
        userId: user === null ? null : getId('user', user, writing),
        installationId: installation === null ? null : getId('installation', installation, writing),
        roleIds: profiles?.map((profile) => getId('profile', profile, writing)) ?? null,
        lastModified: new Date(writing.now),
      } as const;
      if (known !== undefined) await db.update(dashboards).set(values).where(eq(dashboards.id, known));
      else {
        const [row] = await db
          .insert(dashboards)
          .values({ organizationId, ...values })
          .returning({ id: dashboards.id });
        ids.dashboard.set(key, row?.id as number);
      }
    }
  }
}

/** A page removed with its dashboard is already gone; removing it again does nothing. */
export async function writePages(changes: readonly ChangeOf<'page'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  const stored = (kind: Reference, name: unknown) => getId(kind, nameToKey(kind, name as string), writing);
  const touched = new Set<number>();
  for (const { key, before, after } of changes) {
    const dashboardId = getId('dashboard', (after ?? before)?.dashboard ?? '', writing);
    touched.add(dashboardId);
    const known = ids.page.get(key);
    if (after === null) await db.delete(pages).where(eq(pages.id, getId('page', key, writing)));
    else {
      const { dashboard: _dashboard, widgets, widgetGlobalFilters, ...rest } = after;
      const values = {
        ...rest,
        widgets: widgets.map((widget) => rewriteWidget(widget, stored)),
        widgetGlobalFilters: widgetGlobalFilters.map((filter) => rewriteFilter(filter, stored)),
      };
      if (known !== undefined) await db.update(pages).set(values).where(eq(pages.id, known));
      else {
        const [row] = await db
          .insert(pages)
          .values({ organizationId, dashboardId, ...values })
          .returning({ id: pages.id });
        ids.page.set(key, row?.id as number);
      }
    }
  }
  const lastModified = new Date(writing.now);
  await db
    .update(dashboards)
    .set({ lastModified })
    .where(inArray(dashboards.id, [...touched]));
}

export async function writeNavigation(changes: readonly ChangeOf<'navigation'>[], writing: Writing): Promise<void> {
  const { db, organizationId } = writing;
  for (const { key, before, after } of changes) {
    const userId = getId('user', key, writing);
    const { bookmarks = [], links = [] } = after ?? {};
    const customLinks = links.map((link) => ({ ...link, url: withIds(link.url, writing) }));
    await db.update(users).set({ customLinks }).where(eq(users.id, userId));
    if (JSON.stringify(before?.bookmarks ?? []) === JSON.stringify(bookmarks)) continue;
    await db.delete(pins).where(eq(pins.userId, userId));
    const rows = bookmarks.map((bookmark, order) => ({
      ...bookmark,
      url: withIds(bookmark.url, writing),
      organizationId,
      userId,
      order,
    }));
    if (rows.length > 0) await db.insert(pins).values(rows);
  }
}

function withIds(url: string, writing: Writing): string {
  const spelt = rewriteIds(url, (kind, word, within) => {
    const key = parseKey(word);
    return key === null ? null : String(getId(kind, toRecordKey(kind, key, parseKey(within) ?? ''), writing));
  });
  if (spelt === null) throw new Error(`the address ${url} names something by its id`);
  return spelt;
}
