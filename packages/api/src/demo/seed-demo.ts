import { type Instant, type OrganizationId, offsetAt } from '@atrium/domain/core';
import type { SiteModel } from '@atrium/testkit/traffic';
import { type Access, systemScope } from '../access/index.ts';
import type { Rollups } from '../measurements/index.ts';
import type { AnalyticsStore } from '../platform/analytics-store.ts';
import type { FileStore } from '../platform/files/index.ts';
import type { ReceiptsStore } from '../sales/index.ts';
import { applySiteFile, type Provisioning, type SiteSnapshots } from '../sites/index.ts';
import { type DemoOrganization, demoOrganizations, demoPassword } from './demo-organizations.ts';
import { type DemoState, writeDemoState } from './demo-state.ts';
import { type HistorySite, writeHistory } from './history.store.ts';
import { seedPlans } from './plans/seed-plans.ts';
import { ringUp } from './ring-up.ts';
import { seedAlertLog } from './seed-alert-log.ts';

export interface DemoDependencies {
  readonly provisioning: Provisioning;
  readonly analytics: AnalyticsStore;
  readonly access: Pick<Access, 'setPassword' | 'ingestKeys'>;
  readonly sites: SiteSnapshots;
  readonly files: FileStore;
  readonly stateFile: string;
  readonly rollups: Pick<Rollups, 'ledger'>;
  /** How many days are behind them; thirteen months where nothing is said. */
  readonly historyDays?: number;
  readonly sales: Pick<ReceiptsStore, 'put' | 'cover'>;
}

const HISTORY_DAYS = 396;
const QUARTER = 900_000;
const DAY = 86_400_000;

/** Creates both organizations with thirteen months behind them. Throws when the demo's own files are wrong: a bug. */
export async function seedDemo(deps: DemoDependencies): Promise<DemoState> {
  const { clock } = deps.provisioning;
  const until = Math.floor(clock.now() / QUARTER) * QUARTER;
  const keys: Record<string, string> = {};
  for (const organization of demoOrganizations) {
    const organizationId = await declare(deps, organization);
    await seedPlans({ db: deps.provisioning.db, sites: deps.sites, files: deps.files }, organizationId);
    for (const site of await historySites(deps, organizationId, organization.models)) {
      const from = until - (deps.historyDays ?? HISTORY_DAYS) * DAY;
      const written = await deps.rollups.ledger.writing(daysBetween(site, from, until));
      await writeHistory(deps.analytics, site, from, until, clock.now() * 1000);
      written();
      const topology = await deps.sites.topology(systemScope(organizationId), site.installationId);
      if (topology !== null) {
        await seedAlertLog({ db: deps.provisioning.db, analytics: deps.analytics }, site, topology, until);
        await ringUp(deps.sales, { ...site, topology }, { from, to: until });
      }
      keys[site.model.key] = await siteKey(deps, site);
    }
  }
  const state: DemoState = { deliveredUntil: until, keys };
  await writeDemoState(deps.stateFile, state);
  return state;
}

function daysBetween({ organizationId, installationId }: HistorySite, from: Instant, to: Instant) {
  const first = Math.floor(from / DAY);
  const count = Math.floor((to - 1) / DAY) - first + 1;
  return Array.from({ length: count }, (_, index) => ({
    organization: organizationId,
    installation: installationId,
    day: first + index,
  }));
}

async function declare(
  { provisioning, access }: DemoDependencies,
  organization: DemoOrganization,
): Promise<OrganizationId> {
  const outcome = await applySiteFile(provisioning, await organization.siteFile(), {
    dryRun: false,
    prune: false,
    within: null,
  });
  if (!outcome.applied || outcome.organizationId === null)
    throw new Error(`the demo's site file is wrong: ${JSON.stringify(outcome.problems)}`);
  const scope = systemScope(outcome.organizationId);
  for (const email of organization.emails) await access.setPassword(scope, email, demoPassword);
  return outcome.organizationId;
}

async function historySites(
  { sites }: DemoDependencies,
  organizationId: OrganizationId,
  models: readonly SiteModel[],
): Promise<HistorySite[]> {
  const topologies = await sites.topologies(systemScope(organizationId));
  return models.map((model, index) => {
    const topology = topologies.find(({ devices }) => devices.some(({ serial }) => serial === model.doors[0]?.serial));
    if (!topology) throw new Error(`the demo's site files declare no site with the devices of ${model.key}`);
    return {
      organizationId,
      installationId: topology.installationId,
      model,
      setting: siteSetting(model, index),
      deviceIds: new Map(topology.devices.map(({ serial, id }) => [serial, id])),
    };
  });
}

/** What the simulator needs of a site from outside its model. */
export function siteSetting(model: SiteModel, index: number) {
  return { number: index + 1, offsetAt: (instant: Instant) => offsetAt(model.timezone, instant) };
}

async function siteKey(
  { access }: DemoDependencies,
  { organizationId, installationId, model }: HistorySite,
): Promise<string> {
  const key = await access.ingestKeys.create(systemScope(organizationId), {
    name: `Gateway ${model.key}`,
    installationId,
  });
  if (!key.ok) throw new Error(key.error.message);
  return key.value.secret;
}
