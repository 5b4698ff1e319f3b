import { getCoveredDays } from '@atrium/domain/actions/schedules';
import { getOffset, type Instant, type OrganizationId, toDaysSpan, toSiteDay } from '@atrium/domain/core';
import type { CreateAlert, EvaluatePast } from '../../actions/alerts/index.ts';
import type { CreateExports } from '../../actions/exports/index.ts';
import type { CreateReport } from '../../actions/reports/index.ts';
import type { ReceiptsStore } from '../../actions/sales/index.ts';
import type { CreateScreen } from '../../actions/stop-and-go/index.ts';
import type { AckWatermarks, Rollups } from '../../numbers/index.ts';
import type { Access } from '../../people/access/index.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { limitConcurrency } from '../../platform/concurrency/share-capacity.ts';
import type { FileStore } from '../../platform/files/index.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { type PacketIntake, type PlayedDevice, playDevice } from '../../setup/devices/index.ts';
import { applySiteFile, type Provisioning } from '../../setup/site-files/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import {
  createGatewayKey,
  type DemoOrganization,
  demoOrganizations,
  demoPassword,
  findModelSite,
} from './demo-organizations.ts';
import { demoRecordsStore } from './demo-records.store.ts';
import { type DemoState, writeDemoState } from './demo-state.ts';
import type { HistorySite } from './device-history.store.ts';
import { writeHistory } from './history.store.ts';
import { evaluatePast, writeAlerts } from './seed-alerts.ts';
import { seedPlans } from './seed-plans.ts';
import { seedReports } from './seed-reports.ts';
import { simulateSales } from './simulator/simulate-sales.ts';
import type { SiteModel } from './simulator/traffic/site-model.ts';

const usual = { target: 'zone', includeSubZones: true, granularity: 900, format: 'xlsx' } as const;

/** The demo's exports by site key and requesting user, over the finished days before the start. */
const demoExports = [
  { ...usual, site: 'bahnhof-passage', by: 'admin@demo.example', dataType: 'counting', days: 7 },
  { ...usual, site: 'galleria-lugano', by: 'manager@demo.example', dataType: 'sales', days: 14, granularity: 86_400 },
  { ...usual, site: 'arcades-du-lac', by: 'manager@demo.example', dataType: 'counting', days: 7, granularity: 3600 },
] as const;

/** Repeating exports, in the same form. */
const demoRepeating = [
  {
    ...usual,
    site: 'arcades-du-lac',
    by: 'admin@demo.example',
    dataType: 'counting',
    sendDay: 'monday',
    hour: 6,
    includedDays: 7,
  },
  {
    ...usual,
    site: 'galleria-lugano',
    by: 'manager@demo.example',
    dataType: 'sales',
    granularity: 86_400,
    sendDay: 'everyDay',
    hour: 7,
    includedDays: 1,
  },
] as const;

interface ExportSeeding {
  readonly sites: SiteSnapshots;
  readonly access: Pick<Access, 'membersByEmail' | 'scopeOfMember'>;
  readonly create: CreateExports;
  readonly now: Instant;
}

/** Requests the exports for an organization with these sites. They are made once the product runs, like any others. */
async function seedExports({ sites, access, create, now }: ExportSeeding, scope: Scope): Promise<void> {
  const { organizationId } = scope;
  const snapshot = await sites.snapshot(scope);
  const asking = async ({ site: key, by: email }: { readonly site: string; readonly by: string }) => {
    const site = [...snapshot.sites.values()].find(({ fields }) => fields.key === key);
    const zone = site?.topology.zones.find(({ parentIds }) => parentIds.length === 0);
    if (site === undefined || zone === undefined) return null;
    const member = (await access.membersByEmail(organizationId, [email])).get(email);
    const by = member === undefined ? null : await access.scopeOfMember(organizationId, member);
    if (member === undefined || by === null) throw new Error(`nobody of the demo is called ${email}`);
    return { by, site: site.topology, about: { installationId: site.id, zoneIds: [zone.id], userIds: [member] } };
  };
  for (const { days, ...wanted } of demoExports) {
    const asked = await asking(wanted);
    if (asked === null) continue;
    const { by, site, about } = asked;
    const covered = getCoveredDays(toSiteDay(site, now), days);
    seeded(await create.once(by, { ...wanted, ...about, ...toDaysSpan(site, covered.from, covered.to) }));
  }
  for (const wanted of demoRepeating) {
    const asked = await asking(wanted);
    if (asked !== null) seeded(await create.repeating(asked.by, { ...wanted, ...asked.about }));
  }
}

function seeded(outcome: Awaited<ReturnType<CreateExports['once']>>): void {
  if (!outcome.ok) throw new Error(`an export of the demo is wrong: ${outcome.error.message}`);
}

/** The demo's screens by site key: one has no limit yet, and one is off. */
const demoScreens = [
  { site: 'bahnhof-passage', event: 'Permanent', name: 'Tram side', language: 'de' },
  { site: 'boutique-rhone', event: 'Permanent', name: 'Street door', language: 'fr' },
  { site: 'bryant-park', event: 'Permanent', name: 'Main doors', language: 'en' },
  { site: 'dubai-marina', event: 'Permanent', name: 'Marina walk', language: 'ar' },
  { site: 'shinjuku-east', event: 'Permanent', name: 'East doors', language: 'en', enabled: false },
  { site: 'arcades-du-lac', event: 'Christmas market', name: 'Christmas market', language: 'fr' },
] as const;

/** Creates the demo's screens for an organization with these sites. */
async function seedScreens(sites: SiteSnapshots, create: CreateScreen, scope: Scope): Promise<void> {
  const snapshot = await sites.snapshot(scope);
  for (const { site: key, event: eventName, ...screen } of demoScreens) {
    const site = [...snapshot.sites.values()].find(({ fields }) => fields.key === key);
    const event = site?.events.find(({ name }) => name === eventName);
    if (event === undefined) continue;
    const created = await create(scope, { ...screen, eventId: event.id });
    if (!created.ok) throw new Error(`the demo's screen "${screen.name}" is wrong: ${created.error.message}`);
  }
}

/** Devices that send but are not placed yet. */
const devices: readonly PlayedDevice[] = [
  { dialect: 'shelly', device: 'shellyem-a4cf12', name: '', packets: 24, isFaulty: false },
  { dialect: 'thingsStack', device: '24E124148C2A7F10', name: 'vs133-fitting-rooms', packets: 12, isFaulty: true },
  { dialect: 'xovis', device: '80:1F:12:D4:0A:3C', name: '42nd St', packets: 24, isFaulty: true },
  { dialect: 'hikvision', device: '44:19:b6:0e:71:c2', name: 'Street door', packets: 24, isFaulty: true },
];

/** Seeds devices that wait for placement, and one in an unknown format. */
async function seedDevices(packets: PacketIntake, scope: Scope, now: Instant): Promise<void> {
  const gate = JSON.stringify({ deviceId: 'gate-2', when: new Date(now).toISOString(), in: 7, out: 5 });
  const taken = await packets.take({ scope, installationId: null }, gate);
  if (!taken.ok) throw new Error(taken.error.message);
  for (const device of devices) {
    const played = await playDevice(packets, scope, device, now);
    if (!played.ok) throw new Error(played.error.message);
  }
}

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
      await evaluatePast(deps.alertPast, keeper, ofSite, clock.now());
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
