import type { OrganizationId } from '@atrium/domain/core';
import type { Reference } from '@atrium/domain/pages/definitions';
import { asc, eq } from 'drizzle-orm';
import { dashboards, pages, pins } from '../../../pages/dashboards.schema.ts';
import { users } from '../../../people/access/access.schema.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type Loader, splitKey } from '../../../sites/stored/index.ts';
import { keyToName, rewriteFilter, rewriteWidget } from '../definitions.ts';
import { rewriteIds } from '../rewrite-ids.ts';

export async function loadDashboards(loader: Loader, db: Database, organizationId: OrganizationId): Promise<void> {
  for (const row of await db
    .select()
    .from(dashboards)
    .where(eq(dashboards.organizationId, organizationId))
    .orderBy(asc(dashboards.id))) {
    const { key, name, icon, marketPlaceType, userId, installationId, roleIds } = row;
    loader.put('dashboard', row.id, {
      key,
      name,
      icon,
      marketPlaceType,
      user: userId === null ? null : loader.keyOf('user', userId),
      installation: installationId === null ? null : loader.keyOf('installation', installationId),
      // Deleted roles are left out. A dashboard with only deleted roles then has an empty list: no role sees it.
      profiles: roleIds?.flatMap((roleId) => loader.knownKey('profile', roleId) ?? []) ?? null,
    });
  }
  const named = (kind: Reference, id: unknown) => {
    const key = loader.knownKey(kind, id as number);
    return key === null ? undefined : keyToName(key);
  };
  for (const row of await db
    .select()
    .from(pages)
    .where(eq(pages.organizationId, organizationId))
    .orderBy(asc(pages.dashboardId), asc(pages.order), asc(pages.id))) {
    const { key, name, icon, order } = row;
    loader.put('page', row.id, {
      dashboard: loader.keyOf('dashboard', row.dashboardId),
      key,
      name,
      icon,
      order,
      widgets: row.widgets.map((widget) => rewriteWidget(widget, named)),
      widgetGlobalFilters: row.widgetGlobalFilters.map((filter) => rewriteFilter(filter, named)),
    });
  }
}

/** Loads bookmarks and links, except those whose targets no longer exist. */
export async function loadNavigation(loader: Loader, db: Database, organizationId: OrganizationId): Promise<void> {
  const people = await db
    .select({ id: users.id, email: users.email, customLinks: users.customLinks })
    .from(users)
    .where(eq(users.organizationId, organizationId))
    .orderBy(asc(users.id));
  const pinRows = await db
    .select()
    .from(pins)
    .where(eq(pins.organizationId, organizationId))
    .orderBy(asc(pins.order), asc(pins.id));
  const byUser = Map.groupBy(pinRows, ({ userId }) => userId);
  for (const { id, email, customLinks } of people) {
    const bookmarks = (byUser.get(id) ?? []).flatMap(({ title, url, target }) => {
      const spelt = withKeys(url, loader);
      return spelt === null ? [] : [{ title, url: spelt, target }];
    });
    const links = customLinks.flatMap(({ text, url, iconSrc, openOutside }) => {
      const spelt = withKeys(url, loader);
      return spelt === null ? [] : [{ text, url: spelt, iconSrc, openOutside }];
    });
    if (bookmarks.length + links.length > 0) loader.put('navigation', id, { user: email, bookmarks, links });
  }
}

function withKeys(url: string, loader: Loader): string | null {
  return rewriteIds(url, (kind, word) => {
    const key = /^\d{1,10}$/.test(word) ? loader.knownKey(kind, Number(word)) : null;
    if (key === null) return null;
    return `{${kind === 'page' ? splitKey(key).at(-1) : keyToName(key)}}`;
  });
}
