import { join } from 'node:path';
import { receiptsStore } from '../../actions/sales/index.ts';
import type { Access } from '../../people/access/index.ts';
import { createOrganization, defaultOrganizationName, organizationStore } from '../../people/organization/index.ts';
import { getProductUrl } from '../../platform/config/read-config.ts';
import type { OpenWork, Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import { withStartLock } from '../../platform/relational/migrate-relational.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { demoPassword } from './demo-organizations.ts';
import { demoRecordsStore } from './demo-records.store.ts';
import type { DemoState } from './demo-state.ts';
import { removeInterrupted } from './remove-interrupted.ts';
import { restoreDemoState } from './restore-state.ts';
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
        return invitations.map((path) => `The first administrator's invitation: ${origin}${path}`);
      },
    };
  }
  const { db } = relational;
  const sell = createTills({ sales: receiptsStore(db), sites, verify: access.ingestKeys.verify }, state);
  const historyUntil = await demoRecordsStore(db).historyUntil();
  let simulator: ReturnType<typeof runSimulator> | null = null;
  return {
    welcome: () => [`Sign in to the demo as admin@demo.example with ${demoPassword}`],
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
  const log = (step: string) => logger.debug({ step }, 'the demo');
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
