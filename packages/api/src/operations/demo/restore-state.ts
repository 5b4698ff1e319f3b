import type { Instant } from '@atrium/domain/core';
import type { Access } from '../../people/access/index.ts';
import { organizationStore } from '../../people/organization/index.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import { createGatewayKey, type DemoOrganization, demoOrganizations, findModelSite } from './demo-organizations.ts';
import { demoReadingsStore } from './demo-readings.store.ts';
import { type DemoRecord, demoRecordsStore } from './demo-records.store.ts';
import { type DemoState, readDemoState, renameDamagedDemoState, writeDemoState } from './demo-state.ts';

export interface StateDependencies {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly access: Pick<Access, 'ingestKeys'>;
  readonly sites: SiteSnapshots;
  readonly stateFile: string;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** Longer than any demo device delays a packet. Resending has no effect. */
const HELD_BACK = 8 * 3_600_000;

/**
 * Returns the state of the simulated gateways, or null without a demo. Rebuilds a missing or unusable state and logs
 * that: with new keys, and progress derived from the readings.
 */
export async function restoreDemoState(deps: StateDependencies): Promise<DemoState | null> {
  const { stateFile, logger } = deps;
  const read = await readDemoState(stateFile);
  const noted = await demoRecordsStore(deps.db).all();
  if (read.ok && read.value === null && noted.length === 0) return null;
  const records = noted.length > 0 ? noted : await noteOrganizations(deps.db);
  if (records.length === 0) {
    if (!read.ok)
      logger.warn(`${stateFile} ${read.error}, and no organization of the demo is here: nothing is simulated`);
    return read.ok ? read.value : null;
  }
  const gateways = await gatewaysOf(deps, records);
  if (read.ok && read.value !== null) {
    const { keys } = read.value;
    if (gateways.every(({ key }) => keys[key] !== undefined)) return read.value;
  }
  const why = !read.ok ? read.error : read.value === null ? 'is missing' : 'lacks keys of gateways';
  logger.warn(`${stateFile} ${why}: the simulated gateways get new keys and go on from their last readings`);
  const state = await makeState(deps, records, gateways);
  await renameDamagedDemoState(stateFile);
  await writeDemoState(stateFile, state).catch((error) =>
    logger.error({ err: error }, `${stateFile} cannot be written: it is made again at every start until it can`),
  );
  return state;
}

/** Records the organizations of a demo that an older version created without records. */
async function noteOrganizations(db: Database): Promise<readonly DemoRecord[]> {
  const organizations = organizationStore(db);
  const records = demoRecordsStore(db);
  for (const { name } of demoOrganizations) {
    const found = await organizations.findByName(name);
    if (found !== null) await records.add({ organizationId: found.id, name, historyUntil: null, isComplete: true });
  }
  return records.all();
}

interface Gateway {
  /** Key of the site's model. */
  readonly key: string;
  readonly make: () => Promise<string>;
}

/** Returns the gateways of the sites that still exist. */
async function gatewaysOf(
  { access, sites }: StateDependencies,
  records: readonly DemoRecord[],
): Promise<readonly Gateway[]> {
  const found: Gateway[] = [];
  for (const { organizationId, name } of records) {
    const topologies = await sites.topologies(systemScope(organizationId));
    for (const model of organizationOf(name)?.models ?? []) {
      const site = findModelSite(topologies, model);
      if (site !== undefined)
        found.push({ key: model.key, make: () => createGatewayKey(access, organizationId, site, model) });
    }
  }
  return found;
}

const organizationOf = (name: string): DemoOrganization | undefined =>
  demoOrganizations.find((organization) => organization.name === name);

async function makeState(
  { analytics }: StateDependencies,
  records: readonly DemoRecord[],
  gateways: readonly Gateway[],
): Promise<DemoState> {
  const keys: Record<string, string> = {};
  for (const { key, make } of gateways) keys[key] = await make();
  const delivered: Instant[] = [];
  for (const { organizationId, historyUntil } of records) {
    const latest = (await demoReadingsStore(analytics).latest(organizationId)).map(({ until }) => until);
    const until = latest.length === 0 ? 0 : Math.min(...latest);
    // The history is coarser than what gateways send, so they never resend that time.
    delivered.push(historyUntil === null ? until : Math.max(historyUntil, until - HELD_BACK));
  }
  return { deliveredUntil: Math.min(...delivered), keys };
}
