import {
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  ok,
  type Result,
  type ZoneId,
} from '@atrium/domain/core';
import type { JsonPath, Reference } from '@atrium/domain/pages/definitions';
import { type MapConfig, mapVersion, parseMapConfig, readMapConfig } from '@atrium/domain/pages/map-views';
import { recordAudit } from '../../people/audit/index.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import { type Files, shrinkImage } from '../../platform/files/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshot, SiteSnapshots } from '../../sites/index.ts';
import { mapViewsStore } from './map-views.store.ts';
import { getPictureKey, getPlansFolder, isPictureName, parsePictureKey, rewritePictures } from './pictures.ts';
import { narrowToVisible } from './read-map-view.ts';

export interface MapViewDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
  readonly files: Files;
}

type Written = Readonly<Record<string, unknown>>;

const maxPictures = 20;
/** Pixels of a plan on the largest screens, with room to zoom. */
const bounds = { width: 3000, height: 3000, fit: 'inside', format: 'png' } as const;

/**
 * Saves the map of a zone, replacing the previous one. Its references must exist for the caller. `revision` must match
 * the stored map; null skips that check.
 */
export async function saveMapView(
  { db, clock, sites, files }: MapViewDependencies,
  scope: Scope,
  zoneId: ZoneId,
  written: Written,
  revision: string | null,
): Promise<Result<true, Failure>> {
  const found = await mayChange({ db, sites }, scope, zoneId);
  if (!found.ok) return found;
  const config = rewritePictures({ ...written, version: mapVersion }, (file) =>
    getPictureKey(scope.organizationId, zoneId, String(file)),
  );
  const read = readWritten(config, found.value.snapshot);
  if (!read.ok) return read;
  for (const key of picturesOf(read.value))
    if (!(await files.store.has(key)))
      return err(
        failure('NOT_FOUND', `There is no picture "${parsePictureKey(scope.organizationId, zoneId, key)}"`, 'config'),
      );
  const { name, installationId } = found.value;
  return db.transaction(async (transaction) => {
    const store = mapViewsStore(transaction);
    if (revision !== null && (await store.lockRevision(scope, zoneId)) !== revision)
      return err(failure('BAD_INPUT', 'Somebody else has changed this map since', 'revision'));
    await store.put(scope, zoneId, read.value);
    const entry = { at: clock.now(), details: { name }, subjectId: zoneId, installationId };
    await recordAudit(scope, transaction, { ...entry, action: 'mapView.saved' });
    return ok(true);
  });
}

/** Deletes the map of a zone with its pictures, except the plan, which heatmaps need. */
export async function deleteMapView(
  { db, clock, sites, files }: MapViewDependencies,
  scope: Scope,
  zoneId: ZoneId,
): Promise<Result<true, Failure>> {
  const found = await mayChange({ db, sites }, scope, zoneId);
  if (!found.ok) return found;
  const { name, installationId, config } = found.value;
  if (config === null) return err(failure('NOT_FOUND', 'This zone has no map', 'zoneId'));
  await db.transaction(async (transaction) => {
    await mapViewsStore(transaction).remove(scope, zoneId);
    const entry = { at: clock.now(), details: { name }, subjectId: zoneId, installationId };
    await recordAudit(scope, transaction, { ...entry, action: 'mapView.deleted' });
  });
  for (const key of await picturesAt(files, scope, zoneId)) await files.store.delete(key);
  return ok(true);
}

/** Stores a picture for the map of a zone under a name. Null bytes delete it. Returns the name. */
export async function uploadMapPicture(
  { db, clock, sites, files }: MapViewDependencies,
  scope: Scope,
  { zoneId, name, bytes }: { readonly zoneId: ZoneId; readonly name: string; readonly bytes: Uint8Array | null },
  signal?: AbortSignal,
): Promise<Result<string, Failure>> {
  const found = await mayChange({ db, sites }, scope, zoneId);
  if (!found.ok) return found;
  if (!isPictureName(name))
    return err(failure('BAD_INPUT', 'name takes up to 40 small letters, digits and hyphens, such as plan', 'name'));
  const key = getPictureKey(scope.organizationId, zoneId, name);
  const kept = await picturesAt(files, scope, zoneId);
  if (bytes !== null && !kept.includes(key) && kept.length >= maxPictures)
    return err(failure('BAD_INPUT', `A zone has at most ${maxPictures} pictures`, 'name'));
  const image = bytes === null ? ok(null) : await shrinkImage(bytes, bounds, 'file', buildQueryOwner(scope, signal));
  if (!image.ok) return image;
  const { name: zone, installationId } = found.value;
  if (image.value === null) await files.store.delete(key);
  else await files.store.put(key, image.value);
  const entry = { at: clock.now(), details: { name: zone }, subjectId: zoneId, installationId };
  await recordAudit(scope, db, { ...entry, action: 'mapView.saved' });
  return ok(name);
}

interface Found {
  readonly name: string;
  readonly installationId: InstallationId;
  readonly snapshot: SiteSnapshot;
  /** The stored map. Null: there is none. */
  readonly config: MapConfig | null;
}

/**
 * Finds the zone and checks that the caller sees all of its map. A map may show places of other sites, which a caller
 * who can't see them would overwrite.
 */
async function mayChange(
  { db, sites }: Pick<MapViewDependencies, 'db' | 'sites'>,
  scope: Scope,
  zoneId: ZoneId,
): Promise<Result<Found, Failure>> {
  const snapshot = await sites.snapshot(scope);
  const topologies = [...snapshot.sites.values()].map(({ topology }) => topology);
  const topology = topologies.find(({ zones }) => zones.some(({ id, removedAt }) => id === zoneId && !removedAt));
  const zone = topology?.zones.find(({ id }) => id === zoneId);
  if (topology === undefined || zone === undefined) return err(failure('NOT_FOUND', 'No such zone', 'zoneId'));
  const stored = await mapViewsStore(db).find(scope, zoneId);
  const read = stored === null ? null : parseMapConfig(stored);
  const config = read?.ok ? read.value : null;
  if (
    scope.installationIds !== null &&
    config !== null &&
    JSON.stringify(narrowToVisible(config, topologies)) !== JSON.stringify(config)
  )
    return err(failure('FORBIDDEN', 'This map shows sites that are not yours to see', 'zoneId'));
  return ok({ name: zone.name, installationId: topology.installationId, snapshot, config });
}

/**
 * Validates a map. Errors: BAD_INPUT with the path of the field, or NOT_FOUND for a reference that does not exist for
 * the caller.
 */
function readWritten(config: Written, { sites, tagCategories }: SiteSnapshot): Result<MapConfig, Failure> {
  const topologies = [...sites.values()].map(({ topology }) => topology);
  const known: { readonly [Kind in Reference]?: ReadonlySet<number> } = {
    zone: new Set(topologies.flatMap(({ zones }) => zones.map(({ id }) => id))),
    passage: new Set(topologies.flatMap(({ passages }) => passages.map(({ id }) => id))),
    device: new Set(topologies.flatMap(({ devices }) => devices.map(({ id }) => id))),
    tag: new Set(tagCategories.flatMap(({ tags }) => tags.map(({ id }) => id))),
  };
  const failures: Failure[] = [];
  const at = (path: JsonPath) => ['config', ...path].join('.');
  const read = readMapConfig(config, {
    problem: (path, message) => failures.push(failure('BAD_INPUT', message, at(path))),
    reference(kind, value, path) {
      if (!known[kind]?.has(value as number)) failures.push(failure('NOT_FOUND', `No such ${kind}`, at(path)));
      return value;
    },
  });
  const [first] = failures;
  return first === undefined ? ok(read) : err(first);
}

const picturesOf = ({ backgrounds = [], layers = [] }: MapConfig): readonly string[] =>
  [...backgrounds, ...layers].flatMap(({ file }) => (file === undefined ? [] : [file]));

/** Returns the keys of a zone's uploaded pictures, except its plan. */
async function picturesAt({ store }: Files, { organizationId }: Scope, zoneId: ZoneId): Promise<readonly string[]> {
  const keys = await store.list(getPlansFolder(organizationId));
  return keys.filter((key) => ![null, 'plan'].includes(parsePictureKey(organizationId, zoneId, key)));
}
