import { join } from 'node:path';
import type { Instant } from '@atrium/domain/core';
import { receiptsStore } from '../../actions/sales/index.ts';
import { getPlansFolder } from '../../pages/map-views/index.ts';
import type { Access } from '../../people/access/index.ts';
import { createOrganization, defaultOrganizationName, organizationStore } from '../../people/organization/index.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { getProductUrl } from '../../platform/config/read-config.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { OpenWork, Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import { withStartLock } from '../../platform/relational/migrate-relational.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { openTenantRows, type Scope, systemScope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import {
  createGatewayKey,
  type DemoOrganization,
  demoOrganizations,
  demoPassword,
  findModelSite,
} from './demo-organizations.ts';
import { demoReadingsStore } from './demo-readings.store.ts';
import { type DemoRecord, demoRecordsStore } from './demo-records.store.ts';
import { type DemoState, readDemoState, renameDamagedDemoState, writeDemoState } from './demo-state.ts';
import { type DemoDependencies, seedDemo } from './seed-demo.ts';
import { runSimulator } from './simulator/run-simulator.ts';
import { createTills } from './simulator/tills.ts';

type FirstStartDependencies = Omit<
  DemoDependencies,
  'access' | 'files' | 'stateFile' | 'sales' | 'historyDays' | 'log'
> & {
  readonly access: Access;
};

/**
 * Turns an empty installation into the demo, or creates one organization with an invitation for its operator. Repairs
 * what an interrupted start left incomplete. Processes on the same database run this one after the other. Simulates the
 * demo's gateways and tills.
 */
export const createFirstStartModule = (deps: FirstStartDependencies) => ({
  work: (platform: Platform): readonly Work[] => [{ by: 'leader', open: () => openContent(platform, deps) }],
});

async function openContent(platform: Platform, deps: FirstStartDependencies): Promise<OpenWork> {
  const { clock, config, folder, logger, relational } = platform;
  const { access, sites } = deps;
  const stateFile = join(folder.path, 'demo.json');
  const state = await withStartLock(relational, () => ensureContent(platform, deps, stateFile));
  if (state === null) {
    const invitations = await findInvitationLinks(platform, access);
    return {
      // A port chosen by the system is known only once the server listens.
      welcome(address) {
        const origin = config.publicUrl === null && config.port === 0 ? address : getProductUrl(config);
        return invitations.map((path) => ['Invitation', `${origin}${path}`]);
      },
    };
  }
  const { db } = relational;
  const sell = createTills({ sales: receiptsStore(db), sites, verify: access.ingestKeys.verify }, state);
  const historyUntil = await demoRecordsStore(db).historyUntil();
  let simulator: ReturnType<typeof runSimulator> | null = null;
  return {
    welcome: () => [['Sign in', `admin@demo.example with the password ${demoPassword}`]],
    start(address) {
      if (config.runsSimulator)
        simulator = runSimulator({ address, state, stateFile, historyUntil, sell, clock, logger });
    },
    stop: async () => simulator?.stop(),
  };
}

/** Returns null when this is no demo. */
async function ensureContent(
  { config, relational, files, logger }: Platform,
  deps: FirstStartDependencies,
  stateFile: string,
): Promise<DemoState | null> {
  const { access, analytics, sites } = deps;
  const { db } = relational;
  const reportSite = createSiteProgress(logger);
  const log = (step: string) => {
    logger.debug({ step }, 'the demo');
    if (step === 'site complete') reportSite();
  };
  const interrupted = await removeInterrupted({ db, analytics, files, log });
  if (interrupted === 'removed') logger.warn('making the demo was interrupted: what was made of it has been removed');
  if (interrupted === 'kept')
    logger.warn('making the demo was interrupted, and people have joined it since: it stays incomplete');
  const isEmpty = (await organizationStore(db).all()).length === 0;
  if (config.isDemo && (isEmpty || interrupted === 'removed')) {
    const historyDays = config.demoDays === null ? {} : { historyDays: config.demoDays };
    return seedDemo({ ...deps, files, stateFile, sales: receiptsStore(db), log, ...historyDays });
  }
  if (isEmpty) await createFirstOrganization(relational);
  return restoreDemoState({ db, analytics, access, sites, stateFile, logger });
}

/** Creates a function that logs how far the demo is, each time one of its sites is complete. */
function createSiteProgress(logger: Pick<Logger, 'info'>): () => void {
  const total = demoOrganizations.reduce((sum, { models }) => sum + models.length, 0);
  const begun = performance.now();
  let done = 0;
  return () => {
    done += 1;
    const elapsed = (performance.now() - begun) / 1000;
    const left = done < total ? `, about ${Math.ceil((elapsed / done) * (total - done))} s left` : '';
    logger.info(`creating the demo: ${done} of ${total} sites, ${Math.round(elapsed)} s${left}`);
  };
}

/** The name is a placeholder: the invitation asks for the organization's name and the person's address. */
async function createFirstOrganization(relational: Platform['relational']): Promise<void> {
  const organization = await createOrganization(organizationStore(relational.db), defaultOrganizationName);
  if (!organization.ok) throw new Error(organization.error.message);
}

/**
 * Returns a working invitation link at every start until it is accepted, because earlier links may be lost or expired.
 * While no organization has an account, that is the link of the first one, even if an earlier start was interrupted.
 */
async function findInvitationLinks({ relational }: Platform, access: Access): Promise<readonly string[]> {
  const paths: string[] = [];
  const scopes = (await organizationStore(relational.db).all()).map(({ id }) => systemScope(id));
  const accounts = await Promise.all(scopes.map(access.countUsers));
  const [first] = scopes;
  if (first !== undefined && accounts.every((count) => count === 0)) return [await linkOf(access, first)];
  for (const scope of scopes) if (await access.awaitsFirstAdministrator(scope)) paths.push(await linkOf(access, scope));
  return paths;
}

async function linkOf(access: Access, scope: Scope): Promise<string> {
  const invitation = await access.inviteFirstAdministrator(scope);
  if (!invitation.ok) throw new Error(invitation.error.message);
  return invitation.value.path;
}

interface StateDependencies {
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
async function restoreDemoState(deps: StateDependencies): Promise<DemoState | null> {
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

interface RemovalDependencies {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly files: FileStore;
  /** Reports each step. */
  readonly log: (step: string) => void;
}

type Interrupted = 'none' | 'removed' | 'kept';

/**
 * Removes what an interrupted seeding created, and nothing else. Keeps everything if other people have joined one of
 * the organizations meanwhile. If interrupted itself, it starts again.
 */
async function removeInterrupted({ db, analytics, files, log }: RemovalDependencies): Promise<Interrupted> {
  const store = demoRecordsStore(db);
  const records = await store.all();
  if (records.every(({ isComplete }) => isComplete)) return 'none';
  for (const record of records)
    if ((await store.otherAccounts(record.organizationId, emailsOf(record))) > 0) {
      await store.complete();
      return 'kept';
    }
  // The records are removed last, with their organizations, because they list what is still to be removed.
  for (const { organizationId } of records) {
    await openTenantRows(analytics, { organization: organizationId }).remove();
    log('readings removed');
    for (const key of await files.list(getPlansFolder(organizationId))) await files.delete(key);
    log('plans removed');
  }
  await organizationStore(db).remove(records.map(({ organizationId }) => organizationId));
  log('organizations removed');
  return 'removed';
}

const emailsOf = ({ name }: DemoRecord) =>
  demoOrganizations.find((organization) => organization.name === name)?.emails ?? [];
