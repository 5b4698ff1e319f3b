import { id, type SameOriginPath, type UserId } from '@atrium/domain/core';
import type { Reference } from '@atrium/domain/dashboards/definitions';
import { declaredPeopleStore } from '../../access/index.ts';
import { declaredDashboardsStore, pinsStore } from '../../dashboards/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { getId, type RecordChange, type Writing } from '../../sites/stored/index.ts';
import { nameToKey, rewriteFilter, rewriteWidget } from '../definitions.ts';
import { parseKey, rewriteIds, toRecordKey } from '../rewrite-ids.ts';

export async function writeDashboards(changes: readonly RecordChange<'dashboard'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  const store = declaredDashboardsStore(db, systemScope(organizationId));
  const lastModified = new Date(writing.now);
  for (const { key, after } of changes) {
    const known = ids.dashboard.get(key);
    if (after === null) await store.remove(getId('dashboard', key, writing));
    else {
      const { user, installation, profiles, ...rest } = after;
      const dashboard = {
        ...rest,
        userId: user === null ? null : getId('user', user, writing),
        installationId: installation === null ? null : getId('installation', installation, writing),
        roleIds: profiles?.map((profile) => getId('profile', profile, writing)) ?? null,
      };
      if (known !== undefined) await store.update(known, dashboard, lastModified);
      else ids.dashboard.set(key, await store.insert(dashboard, lastModified));
    }
  }
}

export async function writePages(changes: readonly RecordChange<'page'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  const store = declaredDashboardsStore(db, systemScope(organizationId));
  const stored = (kind: Reference, name: unknown) => getId(kind, nameToKey(kind, name as string), writing);
  const touched = new Set<number>();
  for (const { key, before, after } of changes) {
    const dashboardId = getId('dashboard', (after ?? before)?.dashboard ?? '', writing);
    touched.add(dashboardId);
    const known = ids.page.get(key);
    if (after === null) await store.removePage(getId('page', key, writing));
    else {
      const { dashboard: _dashboard, widgets, widgetGlobalFilters, ...rest } = after;
      const page = {
        ...rest,
        widgets: widgets.map((widget) => rewriteWidget(widget, stored)),
        widgetGlobalFilters: widgetGlobalFilters.map((filter) => rewriteFilter(filter, stored)),
      };
      if (known !== undefined) await store.updatePage(known, page);
      else ids.page.set(key, await store.insertPage(dashboardId, page));
    }
  }
  await store.touch([...touched], new Date(writing.now));
}

export async function writeNavigation(changes: readonly RecordChange<'navigation'>[], writing: Writing): Promise<void> {
  const { db } = writing;
  const scope = systemScope(writing.organizationId);
  for (const { key, before, after } of changes) {
    const userId = id<UserId>(getId('user', key, writing));
    const { bookmarks = [], links = [] } = after ?? {};
    const customLinks = links.map((link) => ({ ...link, url: withIds(link.url, writing) }));
    await declaredPeopleStore(db, scope).updateLinks(userId, customLinks);
    if (JSON.stringify(before?.bookmarks ?? []) === JSON.stringify(bookmarks)) continue;
    const wanted = bookmarks.map((bookmark, order) => ({
      ...bookmark,
      url: withIds(bookmark.url, writing) as SameOriginPath,
      order,
    }));
    await pinsStore(db).replaceAll(scope, userId, wanted);
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
