import { eq, inArray, sql } from 'drizzle-orm';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { installations, tagCategories, tags } from '../../sites/sites.schema.ts';
import { type Entity, entityKinds, splitKey } from '../../sites/stored/index.ts';
import type { Change, ChangeOf } from '../compare-states.ts';
import { writeAlerts, writeRecipientLists } from './alerts.store.ts';
import { writeMapViews } from './map-views.store.ts';
import { writeDashboards, writeNavigation, writePages } from './write-dashboards.store.ts';
import { writeDevices, writeEvents } from './write-devices.store.ts';
import { writeProfiles, writeUsers } from './write-people.store.ts';
import { writePassages, writeZones } from './write-places.store.ts';
import { getId, toDate, type Writing, writeRows } from './writing.store.ts';

type Writer<Kind extends Entity> = (changes: readonly ChangeOf<Kind>[], writing: Writing) => Promise<void>;

const writers: { readonly [Kind in Entity]: Writer<Kind> } = {
  organization: writeOrganization,
  tagCategory: writeTagCategories,
  tag: writeTags,
  profile: writeProfiles,
  installation: writeInstallations,
  zone: writeZones,
  passage: writePassages,
  device: writeDevices,
  event: writeEvents,
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
  if (touched.size > 0) {
    await writing.db
      .update(installations)
      .set({ version: sql`${installations.version} + 1` })
      .where(inArray(installations.id, [...touched]));
  }
}

async function run<Kind extends Entity>(
  kind: Kind,
  byKind: ReadonlyMap<Entity, readonly Change[]>,
  writing: Writing,
): Promise<void> {
  const changes = byKind.get(kind);
  if (changes !== undefined)
    await (writers[kind] as Writer<Kind>)(changes as unknown as readonly ChangeOf<Kind>[], writing);
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
  changes: readonly ChangeOf<'organization'>[],
  { db, organizationId }: Writing,
): Promise<void> {
  for (const { after } of changes) {
    if (after !== null)
      await db
        .update(organizations)
        .set({
          address: after.address,
          embedOrigins: after.embedOrigins,
          colours: after.colours,
          factors: after.factors,
          bands: after.bands,
          migrationDeadline: toDate(after.migrationDeadline),
          keepReadings: after.keepReadings,
        })
        .where(eq(organizations.id, organizationId));
  }
}

async function writeTagCategories(changes: readonly ChangeOf<'tagCategory'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  for (const { key, before, after } of changes) {
    if (after === null) await db.delete(tagCategories).where(eq(tagCategories.id, getId('tagCategory', key, writing)));
    else if (before === null) {
      const [row] = await db
        .insert(tagCategories)
        .values({ organizationId, name: after.name })
        .returning({ id: tagCategories.id });
      ids.tagCategory.set(key, row?.id as number);
    }
  }
}

async function writeTags(changes: readonly ChangeOf<'tag'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  for (const { key, before, after } of changes) {
    if (after === null) await db.delete(tags).where(eq(tags.id, getId('tag', key, writing)));
    else if (before === null) {
      const categoryId = getId('tagCategory', after.category, writing);
      const [row] = await db
        .insert(tags)
        .values({ organizationId, categoryId, name: after.name })
        .returning({ id: tags.id });
      ids.tag.set(key, row?.id as number);
    }
  }
}

function writeInstallations(changes: readonly ChangeOf<'installation'>[], writing: Writing): Promise<void> {
  return writeRows(changes, installations, writing, ({ creationDate, removedAt, closedDates, ...rest }) => ({
    ...rest,
    closedDates: [...closedDates],
    creationDate: new Date(creationDate),
    removedAt: toDate(removedAt),
  }));
}
