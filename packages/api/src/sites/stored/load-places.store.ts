import type { OrganizationId } from '@atrium/domain/core';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import * as tables from '../sites.schema.ts';
import { Loader, type StoredSites } from './loader.ts';
import { splitKey, type ZoneState } from './site-state.ts';

/** Loads an organization's sites without maps, profiles, users and dashboards. */
export async function loadPlaces(db: Database, organizationId: OrganizationId): Promise<StoredSites> {
  const loader = new Loader();
  await loadPlacesInto(loader, db, organizationId);
  return loader.stored;
}

/** Returns a string that changes with any change below a site of the organization. */
export async function loadVersions(db: Database, organizationId: OrganizationId): Promise<string> {
  const { installations } = tables;
  const rows = await db
    .select({ id: installations.id, version: installations.version })
    .from(installations)
    .where(eq(installations.organizationId, organizationId))
    .orderBy(asc(installations.id));
  return rows.map(({ id, version }) => `${id}.${version}`).join();
}

/** Loads an organization's sites into a loader that also takes other records. */
export async function loadPlacesInto(loader: Loader, db: Database, organizationId: OrganizationId): Promise<void> {
  await loadOrganizationAndTags(db, organizationId, loader);
  const { installations, events } = tables;
  const tagsOfSites = await loadTagsOfSites(db, organizationId, loader);
  for (const { id, version: _version, organizationId: _organization, creationDate, removedAt, ...rest } of await db
    .select()
    .from(installations)
    .where(eq(installations.organizationId, organizationId))
    .orderBy(asc(installations.id))) {
    loader.put('installation', id, {
      ...rest,
      creationDate: creationDate.getTime(),
      tags: tagsOfSites.get(id) ?? [],
      removedAt: msOf(removedAt),
    });
  }
  await loadZones(db, organizationId, loader);
  await loadPassages(db, organizationId, loader);
  await loadDevices(db, organizationId, loader);
  for (const row of await db
    .select()
    .from(events)
    .where(eq(events.organizationId, organizationId))
    .orderBy(asc(events.id))) {
    const { name, neverEnding, dateBegin, dateEnd, metrics, stopngoLimit } = row;
    const installation = loader.keyOf('installation', row.installationId);
    loader.put('event', row.id, {
      installation,
      name,
      neverEnding,
      dateBegin,
      dateEnd,
      metrics,
      stopngoLimit,
      removedAt: msOf(row.removedAt),
    });
  }
}

async function loadOrganizationAndTags(db: Database, organizationId: OrganizationId, loader: Loader): Promise<void> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId));
  if (organization === undefined) throw new Error(`there is no organization ${organizationId}`);
  loader.put('organization', organizationId, {
    name: organization.name,
    address: organization.address,
    embedOrigins: organization.embedOrigins,
    colours: organization.colours,
    factors: organization.factors,
    bands: organization.bands,
    firstWeekday: organization.firstWeekday,
    fiscalYear: organization.fiscalYear,
    migrationDeadline: msOf(organization.migrationDeadline),
    keepReadings: organization.keepReadings,
  });
  const { tagCategories, tags } = tables;
  for (const { id, name } of await db
    .select()
    .from(tagCategories)
    .where(eq(tagCategories.organizationId, organizationId))
    .orderBy(asc(tagCategories.id))) {
    loader.put('tagCategory', id, { name });
  }
  const rows = await db.select().from(tags).where(eq(tags.organizationId, organizationId)).orderBy(asc(tags.id));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  for (const { id, categoryId, name, parentId } of rows) {
    const parent = parentId === null ? null : (names.get(parentId) ?? null);
    loader.put('tag', id, { category: loader.keyOf('tagCategory', categoryId), name, parent });
  }
}

/** Returns the keys of the tags of whole sites, by the site's id. */
async function loadTagsOfSites(
  db: Database,
  organizationId: OrganizationId,
  loader: Loader,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { installations, installationTags } = tables;
  const rows = await db
    .select({ siteId: installationTags.installationId, tagId: installationTags.tagId })
    .from(installationTags)
    .innerJoin(installations, eq(installations.id, installationTags.installationId))
    .where(eq(installations.organizationId, organizationId));
  return new Map(
    [...Map.groupBy(rows, ({ siteId }) => siteId)].map(([siteId, own]) => [
      siteId,
      own.map(({ tagId }) => loader.keyOf('tag', tagId)).sort(),
    ]),
  );
}

async function loadZones(db: Database, organizationId: OrganizationId, loader: Loader): Promise<void> {
  const { zones, zoneParents, zoneTags } = tables;
  const mine = eq(zones.organizationId, organizationId);
  const rows = await db
    .select()
    .from(zones)
    .where(mine)
    .orderBy(asc(zones.installationId), asc(zones.order), asc(zones.id));
  const parentRows = await db
    .select({ zoneId: zoneParents.zoneId, parentId: zoneParents.parentId })
    .from(zoneParents)
    .innerJoin(zones, eq(zones.id, zoneParents.zoneId))
    .where(mine);
  const tagRows = await db
    .select({ zoneId: zoneTags.zoneId, tagId: zoneTags.tagId })
    .from(zoneTags)
    .innerJoin(zones, eq(zones.id, zoneTags.zoneId))
    .where(mine);
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  const parents = Map.groupBy(parentRows, ({ zoneId }) => zoneId);
  const tags = Map.groupBy(tagRows, ({ zoneId }) => zoneId);
  for (const row of rows) {
    const { key, name, area, limit, queueLength, order, isDisabled } = row;
    const zone: ZoneState = {
      installation: loader.keyOf('installation', row.installationId),
      key,
      name,
      area,
      limit,
      queueLength,
      order,
      isDisabled,
      parents: (parents.get(row.id) ?? []).map(({ parentId }) => keys.get(parentId) as string).sort(),
      tags: (tags.get(row.id) ?? []).map(({ tagId }) => loader.keyOf('tag', tagId)).sort(),
      removedAt: msOf(row.removedAt),
    };
    loader.put('zone', row.id, zone);
  }
}

async function loadPassages(db: Database, organizationId: OrganizationId, loader: Loader): Promise<void> {
  const { passages, passageEnds } = tables;
  const mine = eq(passages.organizationId, organizationId);
  const endRows = await db
    .select({ ends: passageEnds })
    .from(passageEnds)
    .innerJoin(passages, eq(passages.id, passageEnds.passageId))
    .where(mine);
  const ends = Map.groupBy(endRows, (row) => row.ends.passageId);
  for (const row of await db
    .select()
    .from(passages)
    .where(mine)
    .orderBy(asc(passages.installationId), asc(passages.order), asc(passages.id))) {
    const periods = (ends.get(row.id) ?? []).map(({ ends: { fromZoneId, toZoneId, validFrom, validTo } }) => ({
      from: loader.localKey('zone', fromZoneId),
      to: loader.localKey('zone', toZoneId),
      validFrom: msOf(validFrom),
      validTo: msOf(validTo),
    }));
    const installation = loader.keyOf('installation', row.installationId);
    const { key, name, order } = row;
    const footfallOf = loader.localKey('zone', row.footfallOf);
    loader.put('passage', row.id, {
      installation,
      key,
      name,
      order,
      footfallOf,
      ends: periods.sort(byBeginning),
      removedAt: msOf(row.removedAt),
    });
  }
}

async function loadDevices(db: Database, organizationId: OrganizationId, loader: Loader): Promise<void> {
  const { devices, devicePlacements } = tables;
  const mine = eq(devices.organizationId, organizationId);
  const placementRows = await db
    .select({ placement: devicePlacements })
    .from(devicePlacements)
    .innerJoin(devices, eq(devices.id, devicePlacements.deviceId))
    .where(mine);
  const placements = Map.groupBy(placementRows, (row) => row.placement.deviceId);
  for (const row of await db.select().from(devices).where(mine).orderBy(asc(devices.id))) {
    const { serial, name, kind, interval, reportsZero, meter, members } = row;
    const installation = loader.keyOf('installation', row.installationId);
    const history = (placements.get(row.id) ?? []).map(({ placement }) => ({
      ...placeOf(placement, loader),
      validFrom: msOf(placement.validFrom),
      validTo: msOf(placement.validTo),
    }));
    const lifetime = { installedAt: row.installedAt.getTime(), removedAt: msOf(row.removedAt) };
    loader.put('device', row.id, {
      installation,
      serial,
      name,
      kind,
      interval,
      reportsZero,
      meter,
      members: members ?? [],
      ...lifetime,
      placements: history.sort(byBeginning),
    });
  }
}

function placeOf({ passageId, zoneId }: { passageId: number | null; zoneId: number | null }, loader: Loader) {
  const kind = passageId === null ? 'zone' : 'passage';
  const [installation, key] = splitKey(loader.keyOf(kind, (passageId ?? zoneId) as number)) as [string, string];
  return { installation, at: kind === 'passage' ? { passage: key } : { zone: key } };
}

const msOf = (date: Date | null) => date?.getTime() ?? null;
const byBeginning = (a: { validFrom: number | null }, b: { validFrom: number | null }) =>
  (a.validFrom ?? Number.NEGATIVE_INFINITY) - (b.validFrom ?? Number.NEGATIVE_INFINITY);
