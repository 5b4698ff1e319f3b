import { type Clock, id, type ZoneId } from '@atrium/domain/core';
import { getHeatFolder } from '@atrium/domain/heatmaps';
import { getPlansFolder, parsePictureKey } from '../map-views/index.ts';
import type { AckWatermarks, Rollups } from '../measurements/index.ts';
import type { AnalyticsStore } from '../platform/analytics-store.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { FileStore } from '../platform/files/index.ts';
import type { Database } from '../platform/relational/index.ts';
import { openTenantRows } from '../platform/tenancy/index.ts';
import { removedSitesStore } from './removed-sites.store.ts';
import type { SiteRef } from './site-ref.ts';
import '../sites/sites.events.ts';

export interface ErasingDependencies {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly analytics: AnalyticsStore;
  readonly files: FileStore;
  readonly rollups: Pick<Rollups, 'forgetSite'>;
  readonly marks: Pick<AckWatermarks, 'forgetSite'>;
}

/**
 * Permanently erases a site with its readings, keys, pictures and files, while everything else keeps running. Takes the
 * site out of service first, so that nothing more is ingested. Deletes the site's row last, so that an interrupted
 * erasure is found and repeated. The audit log stays.
 */
export async function eraseSite(deps: ErasingDependencies, site: SiteRef): Promise<void> {
  const { db, bus, clock, analytics, files, rollups, marks } = deps;
  const { organization: organizationId, installation } = site;
  const store = removedSitesStore(db);
  await store.retire(site, new Date(clock.now()));
  bus.publish('sites.changed', { organizationId });
  await rollups.forgetSite(organizationId, installation);
  // Before the readings, since marked days without readings would count as data loss.
  await marks.forgetSite(site);
  await openTenantRows(analytics, site).remove();
  for (const key of await filesOf(files, store, site)) await files.delete(key);
  await store.remove(site);
  bus.publish('sites.changed', { organizationId });
}

async function filesOf(
  files: FileStore,
  store: ReturnType<typeof removedSitesStore>,
  site: SiteRef,
): Promise<readonly string[]> {
  const { organization: organizationId } = site;
  const keys = [...(await store.fileKeys(site))];
  const plans = await files.list(getPlansFolder(organizationId));
  for (const zone of await store.zoneIds(site)) {
    keys.push(...plans.filter((key) => parsePictureKey(organizationId, zone, key) !== null));
    keys.push(...(await files.list(getHeatFolder({ organizationId, zoneId: id<ZoneId>(zone) }))));
  }
  return keys;
}
