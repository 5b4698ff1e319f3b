import { type Clock, id, type ZoneId } from '@atrium/domain/core';
import { getHeatFolder } from '@atrium/domain/numbers/heatmaps';
import { listSiteExportFiles, removeSiteExports } from '../../actions/exports/index.ts';
import { listSiteImportFiles, removeSiteImports } from '../../actions/sales/index.ts';
import type { AckWatermarks, Rollups } from '../../numbers/index.ts';
import { getPlansFolder, parsePictureKey } from '../../pages/map-views/index.ts';
import { removeSiteKeys } from '../../people/access/index.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { openTenantRows, type SiteRef } from '../../platform/tenancy/index.ts';
import { releaseSiteSenders } from '../../setup/devices/index.ts';
import { removedSitesStore } from '../../sites/index.ts';
import '../../sites/sites.events.ts';

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
  // Before the readings, since acknowledged high-water marks without readings would count as data loss.
  await marks.forgetSite(site);
  await openTenantRows(analytics, site).remove();
  for (const key of await listFiles(db, files, site)) await files.delete(key);
  await removeRows(db, site);
  bus.publish('sites.changed', { organizationId });
}

async function listFiles(db: Database, files: FileStore, site: SiteRef): Promise<readonly string[]> {
  const { organization: organizationId } = site;
  const keys = [...(await listSiteImportFiles(db, site)), ...(await listSiteExportFiles(db, site))];
  const plans = await files.list(getPlansFolder(organizationId));
  for (const zone of await removedSitesStore(db).zoneIds(site)) {
    keys.push(...plans.filter((key) => parsePictureKey(organizationId, zone, key) !== null));
    keys.push(...(await files.list(getHeatFolder({ organizationId, zoneId: id<ZoneId>(zone) }))));
  }
  return keys;
}

/** Deletes the site's row with all dependent rows, its keys, exports and imports. Site files wait meanwhile. */
async function removeRows(db: Database, site: SiteRef): Promise<void> {
  await db.transaction(async (transaction) => {
    const sites = removedSitesStore(transaction);
    if (!(await sites.lock(site))) return;
    await removeSiteKeys(transaction, site);
    await removeSiteExports(transaction, site);
    await removeSiteImports(transaction, site);
    await releaseSiteSenders(transaction, site);
    await sites.remove(site);
  });
}
