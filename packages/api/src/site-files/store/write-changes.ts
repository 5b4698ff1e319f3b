import { organizationStore } from '../../organization/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
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
} from '../../sites/stored/index.ts';
import type { Change } from '../compare-states.ts';
import { writeAlerts, writeRecipientLists } from './alerts.ts';
import { writeMapViews } from './map-views.store.ts';
import { writeDashboards, writeNavigation, writePages } from './write-dashboards.ts';
import { writeProfiles, writeUsers } from './write-people.ts';

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

/** Keys of the sites affected by a change: both sites of a moved device, all sites for a tag. */
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
