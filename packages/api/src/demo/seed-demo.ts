import { getOffset, type Instant, type OrganizationId } from '@atrium/domain/core';
import type { Access } from '../access/index.ts';
import type { CreateAlert, EvaluatePast } from '../alerts/index.ts';
import type { PacketIntake } from '../devices/index.ts';
import type { CreateExports } from '../exports/index.ts';
import type { AckWatermarks, Rollups } from '../measurements/index.ts';
import type { AnalyticsStore } from '../platform/analytics-store.ts';
import { limitConcurrency } from '../platform/concurrency/limit-concurrency.ts';
import type { FileStore } from '../platform/files/index.ts';
import { type Scope, systemScope } from '../platform/tenancy/index.ts';
import type { CreateReport } from '../reports/index.ts';
import type { ReceiptsStore } from '../sales/index.ts';
import { applySiteFile, type Provisioning } from '../site-files/index.ts';
import type { SiteSnapshots } from '../sites/index.ts';
import type { CreateScreen } from '../stop-and-go/index.ts';
import { judgePast, writeAlerts } from './alerts/seed-alerts.ts';
import { type DemoOrganization, demoOrganizations, demoPassword } from './demo-organizations.ts';
import { demoRecordsStore } from './demo-records.store.ts';
import { writeHistory } from './history/history.store.ts';
import type { HistorySite } from './history/history-site.ts';
import { seedPlans } from './plans/seed-plans.ts';
import { seedDevices } from './seed-devices.ts';
import { seedExports } from './seed-exports.ts';
import { seedReports } from './seed-reports.ts';
import { seedScreens } from './seed-screens.ts';
import { createGatewayKey, findModelSite } from './simulator/gateways.ts';
import { simulateSales } from './simulator/simulate-sales.ts';
import type { SiteModel } from './simulator/traffic/index.ts';
import { type DemoState, writeDemoState } from './state/demo-state.ts';

export interface DemoDependencies {
  readonly provisioning: Provisioning;
  readonly analytics: AnalyticsStore;
  readonly access: Pick<Access, 'setPassword' | 'ingestKeys' | 'membersByEmail' | 'scopeOfMember'>;
  readonly sites: SiteSnapshots;
  readonly files: FileStore;
  readonly stateFile: string;
  readonly rollups: Pick<Rollups, 'ledger'>;
  readonly marks: Pick<AckWatermarks, 'measure'>;
  /** Reports each step. */
  readonly log: (step: string) => void;
  /** Days of history. Defaults to thirteen months. */
  readonly historyDays?: number;
  readonly sales: Pick<ReceiptsStore, 'put' | 'cover'>;
  readonly newAlert: CreateAlert;
  readonly alertPast: EvaluatePast;
  readonly newScreen: CreateScreen;
  readonly newReport: CreateReport;
  readonly newExports: CreateExports;
  readonly packets: PacketIntake;
}

const HISTORY_DAYS = 396;
/** On two cores, the engine writes two histories as fast as one. */
const SITES_AT_ONCE = 2;
const QUARTER = 900_000;
const DAY = 86_400_000;

/**
 * Creates both organizations with thirteen months of history. Records each one when it is created, and completion at
 * the end, so that a later start can clean up after an interruption. Throws if the demo's own files are invalid, which
 * is a bug.
 */
export async function seedDemo(deps: DemoDependencies): Promise<DemoState> {
  const { clock, db } = deps.provisioning;
  const { log } = deps;
  await demoRecordsStore(db).restartIds();
  const until = Math.floor(clock.now() / QUARTER) * QUARTER;
  const keys: Record<string, string> = {};
  for (const organization of demoOrganizations) {
    const organizationId = await declare(deps, organization, until);
    log('organization declared');
    await setPasswords(deps, organizationId, organization);
    await seedPlans({ db, sites: deps.sites, files: deps.files }, organizationId);
    log('plans drawn');
    const keeper = await scopeOf(deps.access, organizationId, organization.keeper);
    const alerts = await writeAlerts(deps.sites, deps.newAlert, keeper, organization.emails[0] as string);
    const seed = limitConcurrency(async (site: HistorySite) => {
      const key = await seedSite(deps, site, until);
      const ofSite = alerts.filter(({ installationId }) => installationId === site.installationId);
      await judgePast(deps.alertPast, keeper, ofSite, clock.now());
      return key;
    }, SITES_AT_ONCE);
    const sites = await historySites(deps, organizationId, organization.models);
    const made = await Promise.all(sites.map(async (site) => [site.model.key, await seed(site)] as const));
    for (const [key, secret] of made) keys[key] = secret;
    log('alerts judged');
    await seedScreens(deps.sites, deps.newScreen, keeper);
    await seedReports({ sites: deps.sites, create: deps.newReport }, keeper);
    await seedExports(
      { sites: deps.sites, access: deps.access, create: deps.newExports, now: clock.now() },
      systemScope(organizationId),
    );
    if (organization === demoOrganizations[0])
      await seedDevices(deps.packets, systemScope(organizationId), clock.now());
  }
  const state: DemoState = { deliveredUntil: until, keys };
  await writeDemoState(deps.stateFile, state);
  log('state written');
  await demoRecordsStore(db).complete();
  return state;
}

/** Writes the history of a site. Returns the key of its gateway. */
async function seedSite(deps: DemoDependencies, site: HistorySite, until: Instant): Promise<string> {
  const { analytics, log, marks, rollups, sales, sites } = deps;
  const { clock } = deps.provisioning;
  const { organizationId, installationId } = site;
  const from = until - (deps.historyDays ?? HISTORY_DAYS) * DAY;
  const written = await rollups.ledger.writing(daysBetween(site, from, until));
  await writeHistory(analytics, site, from, until, clock.now() * 1000);
  written();
  log('history written');
  await marks.measure({ organization: organizationId, installation: installationId });
  const topology = await sites.topology(systemScope(organizationId), installationId);
  if (topology !== null) await simulateSales(sales, { ...site, topology }, { from, to: until });
  const key = await createGatewayKey(deps.access, organizationId, site, site.model);
  log('site complete');
  return key;
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

/**
 * Creates the organization and its demo record in one transaction, so that no other organization is mistaken for one.
 */
async function declare(
  { provisioning }: DemoDependencies,
  { name, siteFile }: DemoOrganization,
  historyUntil: Instant,
): Promise<OrganizationId> {
  const text = await siteFile();
  return provisioning.db.transaction(async (db) => {
    const options = { dryRun: false, prune: false, within: null };
    const { applied, organizationId, problems } = await applySiteFile({ ...provisioning, db }, text, options);
    if (!applied || organizationId === null)
      throw new Error(`the demo's site file is wrong: ${JSON.stringify(problems)}`);
    await demoRecordsStore(db).add({ organizationId, name, historyUntil, isComplete: false });
    return organizationId;
  });
}

async function setPasswords(
  { access }: DemoDependencies,
  organizationId: OrganizationId,
  { emails }: DemoOrganization,
) {
  for (const email of emails) await access.setPassword(systemScope(organizationId), email, demoPassword);
}

/** Returns the scope of a member of the demo. */
async function scopeOf(
  access: DemoDependencies['access'],
  organizationId: OrganizationId,
  email: string,
): Promise<Scope> {
  const member = (await access.membersByEmail(organizationId, [email])).get(email);
  const scope = member === undefined ? null : await access.scopeOfMember(organizationId, member);
  if (scope === null) throw new Error(`nobody of the demo is called ${email}`);
  return scope;
}

async function historySites(
  { sites }: DemoDependencies,
  organizationId: OrganizationId,
  models: readonly SiteModel[],
): Promise<HistorySite[]> {
  const topologies = await sites.topologies(systemScope(organizationId));
  return models.map((model, index) => {
    const topology = findModelSite(topologies, model);
    if (!topology) throw new Error(`the demo's site files declare no site with the devices of ${model.key}`);
    return {
      organizationId,
      installationId: topology.installationId,
      model,
      setting: getSiteSetting(model, index),
      deviceIds: new Map(topology.devices.map(({ serial, id }) => [serial, id])),
    };
  });
}

/** Returns the settings of a site that its model does not contain. */
export function getSiteSetting(model: SiteModel, index: number) {
  return { number: index + 1, offsetAt: (instant: Instant) => getOffset(model.timezone, instant) };
}
