import { id, type SameOriginPath, type UserId } from '@atrium/domain/core';
import type { Reference } from '@atrium/domain/pages/definitions';
import { declaredDashboardsStore, pinsStore } from '../../../pages/index.ts';
import { declaredPeopleStore, refreshSiteChoices } from '../../../people/access/index.ts';
import { organizationStore } from '../../../people/organization/index.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import {
  type Entity,
  entityKinds,
  getId,
  incrementVersions,
  placeWriters,
  type RecordChange,
  splitKey,
  toDate,
  type Writer,
  type Writing,
} from '../../../sites/stored/index.ts';
import type { Change } from '../compare-states.ts';
import { nameToKey, rewriteFilter, rewriteWidget } from '../definitions.ts';
import { parseKey, rewriteIds, toRecordKey } from '../rewrite-ids.ts';
import { writeAlerts, writeRecipientLists } from './alerts.ts';
import { writeMapViews } from './map-views.store.ts';

const writers: { readonly [Kind in Entity]: Writer<Kind> } = {
  ...placeWriters,
  organization: writeOrganization,
  profile: writeProfiles,
  mapView: writeMapViews,
  user: writeUsers,
  dashboard: writeDashboards,
  page: writePages,
  navigation: writeNavigation,
  recipientList: writeRecipientLists,
  alert: writeAlerts,
};

/** Writes changes kind by kind, so that referenced rows exist, and increments the versions of the affected sites. */
export async function writeChanges(changes: readonly Change[], writing: Writing): Promise<void> {
  const byKind = Map.groupBy(changes, ({ kind }) => kind);
  for (const kind of entityKinds) await run(kind, byKind, writing);
  if ((['tag', 'tagCategory', 'installation', 'user'] as const).some((kind) => byKind.has(kind)))
    await refreshSiteChoices(writing.db, writing.organizationId);
  const touched = new Set(
    changes.flatMap((change) => sitesOf(change, writing)).map((key) => getId('installation', key, writing)),
  );
  if (touched.size > 0) await incrementVersions(writing.db, [...touched]);
}

async function run<Kind extends Entity>(
  kind: Kind,
  byKind: ReadonlyMap<Entity, readonly Change[]>,
  writing: Writing,
): Promise<void> {
  const changes = byKind.get(kind);
  if (changes !== undefined)
    await (writers[kind] as Writer<Kind>)(changes as unknown as readonly RecordChange<Kind>[], writing);
}

/** Returns the keys of the sites affected by a change: both sites of a moved device, all sites for a tag. */
function sitesOf(change: Change, { ids }: Writing): string[] {
  if (change.kind === 'tag' || change.kind === 'tagCategory') return [...ids.installation.keys()];
  if (change.kind === 'installation') return [change.key];
  if (change.kind === 'device')
    return [change.before, change.after].flatMap((device) =>
      device === null ? [] : [device.installation, ...device.placements.map((one) => one.installation)],
    );
  return change.kind === 'zone' || change.kind === 'passage' || change.kind === 'event'
    ? [splitKey(change.key)[0] as string]
    : [];
}

async function writeOrganization(
  changes: readonly RecordChange<'organization'>[],
  { db, organizationId }: Writing,
): Promise<void> {
  for (const { after } of changes) {
    if (after === null) continue;
    const { name: _name, migrationDeadline, ...settings } = after;
    await organizationStore(db).replaceSettings(systemScope(organizationId), {
      ...settings,
      migrationDeadline: toDate(migrationDeadline),
    });
  }
}

async function writeProfiles(
  changes: readonly RecordChange<'profile'>[],
  { db, organizationId, ids }: Writing,
): Promise<void> {
  const store = declaredPeopleStore(db, systemScope(organizationId));
  for (const { key, after } of changes) {
    if (after === null) continue;
    const known = ids.profile.get(key);
    if (known !== undefined) await store.updateRights(known, after.rights);
    else ids.profile.set(key, await store.insertProfile(after));
  }
}

async function writeUsers(changes: readonly RecordChange<'user'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  const store = declaredPeopleStore(db, systemScope(organizationId));
  for (const { key, after } of changes) {
    if (after === null) continue;
    const { profile, sites, siteTags, ...rest } = after;
    const installationIds = sites?.map((site) => getId('installation', site, writing)) ?? null;
    const tagIds = siteTags.map((tag) => getId('tag', tag, writing));
    const user = {
      ...rest,
      profileId: getId('profile', profile, writing),
      installationIds,
      siteChoice: tagIds.length === 0 ? null : { tagIds, installationIds: installationIds ?? [] },
    };
    const known = ids.user.get(key);
    if (known !== undefined) await store.updateUser(known, user);
    else ids.user.set(key, await store.insertUser(user));
  }
}

async function writeDashboards(changes: readonly RecordChange<'dashboard'>[], writing: Writing): Promise<void> {
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

async function writePages(changes: readonly RecordChange<'page'>[], writing: Writing): Promise<void> {
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

async function writeNavigation(changes: readonly RecordChange<'navigation'>[], writing: Writing): Promise<void> {
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
