import { id, type OrganizationId, type ZoneId } from '@atrium/domain/core';
import type { Reference } from '@atrium/domain/pages/definitions';
import type { MapConfig } from '@atrium/domain/pages/map-views';
import { asc, eq } from 'drizzle-orm';
import { getPictureKey, mapViewsStore, parsePictureKey, rewritePictures } from '../../../pages/map-views/index.ts';
import { mapViews } from '../../../pages/map-views/map-views.schema.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { getId, type Loader, type RecordChange, type Writing } from '../../../sites/stored/index.ts';
import { keyToName, nameToKey, rewriteMap } from '../definitions.ts';

type Config = Readonly<Record<string, unknown>>;

export async function loadMapViews(loader: Loader, db: Database, organizationId: OrganizationId): Promise<void> {
  const named = (kind: Reference, id: unknown) => {
    const key = loader.knownKey(kind, id as number);
    return key === null ? undefined : keyToName(key);
  };
  for (const { id, zoneId, config } of await db
    .select()
    .from(mapViews)
    .where(eq(mapViews.organizationId, organizationId))
    .orderBy(asc(mapViews.zoneId))) {
    const called = rewritePictures(config as Config, (key) => parsePictureKey(organizationId, zoneId, String(key)));
    loader.put('mapView', id, { zone: loader.keyOf('zone', zoneId), config: rewriteMap(called, named) });
  }
}

export async function writeMapViews(changes: readonly RecordChange<'mapView'>[], writing: Writing): Promise<void> {
  const { db, organizationId } = writing;
  const store = mapViewsStore(db);
  const scope = systemScope(organizationId);
  const stored = (kind: Reference, name: unknown) => getId(kind, nameToKey(kind, name as string), writing);
  for (const { key, after } of changes) {
    const zoneId = id<ZoneId>(getId('zone', key, writing));
    if (after === null) {
      await store.remove(scope, zoneId);
      continue;
    }
    const config = rewritePictures(rewriteMap(after.config, stored), (name) =>
      getPictureKey(organizationId, zoneId, String(name)),
    );
    await store.put(scope, zoneId, config as MapConfig);
  }
}
