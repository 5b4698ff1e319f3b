import type { MapConfig } from '@atrium/domain/map-views';
import { getPlanKey, mapViewsStore } from '../../map-views/index.ts';
import { encodePng, type FileStore } from '../../platform/files/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';
import { buildDemoMap } from './demo-maps.ts';
import { drawPlan, floorPlans } from './floor-plans.ts';

export interface PlanDependencies {
  readonly db: Database;
  readonly sites: SiteSnapshots;
  readonly files: FileStore;
}

/** Draws the floor plans and creates the maps of the zones that have one. */
export async function seedPlans({ db, sites, files }: PlanDependencies, organizationId: Scope['organizationId']) {
  const scope = systemScope(organizationId);
  const snapshot = await sites.snapshot(scope);
  const maps = mapViewsStore(db);
  for (const [place, plan] of Object.entries(floorPlans)) {
    const [siteKey, zoneKey] = place.split('/');
    const site = [...snapshot.sites.values()].find(({ fields }) => fields.key === siteKey);
    const zone = site?.topology.zones.find(({ key }) => key === zoneKey);
    if (site === undefined || zone === undefined) continue;
    const { pixels, width, height } = drawPlan(plan);
    const key = getPlanKey(organizationId, zone.id);
    await files.put(key, await encodePng(pixels, width, height));
    await maps.put(scope, zone.id, mapOf(plan, key, site));
  }
}

const mapOf = (plan: (typeof floorPlans)[string], key: string, { topology }: Site): MapConfig =>
  buildDemoMap(plan, key, topology);
