import { join } from 'node:path';
import type { Instant } from '@atrium/domain/core';
import { receiptsStore } from '../actions/sales/index.ts';
import {
  createTills,
  type DemoState,
  demoPassword,
  demoRecordsStore,
  removeInterrupted,
  restoreDemoState,
  runSimulator,
  seedDemo,
} from '../operations/demo/index.ts';
import type { Access } from '../people/access/index.ts';
import { createOrganization, defaultOrganizationName, organizationStore } from '../people/organization/index.ts';
import { getProductUrl } from '../platform/config/read-config.ts';
import type { Platform } from '../platform/platform.ts';
import { withStartLock } from '../platform/relational/migrate-relational.ts';
import { type Scope, systemScope } from '../platform/tenancy/index.ts';
import type { Services } from './services.ts';

export interface Content {
  /** Lines for the operator; `address` is where the server listens. */
  welcome(address: string): readonly string[];
  listening(address: string): void;
  stop(): Promise<void>;
}

/**
 * Turns an empty installation into the demo, or creates one organization with an invitation for its operator. Repairs
 * what an interrupted start left incomplete. Processes on the same database run this one after the other.
 */
export async function prepareContent(platform: Platform, services: Services): Promise<Content> {
  const { access, sites } = services;
  const stateFile = join(platform.folder.path, 'demo.json');
  const state = await withStartLock(platform.relational, () => ensureContent(platform, services, stateFile));
  if (state === null) return withoutSimulator(platform, await findInvitationLinks(platform, access));
  const sales = receiptsStore(platform.relational.db);
  const sell = createTills({ sales, sites, verify: access.ingestKeys.verify }, state);
  const historyUntil = await demoRecordsStore(platform.relational.db).historyUntil();
  return withSimulator(platform, { state, stateFile, historyUntil, sell });
}

/** Returns null when this is no demo. */
async function ensureContent(platform: Platform, services: Services, stateFile: string): Promise<DemoState | null> {
  const { config, relational, analytics, files, logger } = platform;
  const {
    access,
    sites,
    provisioning,
    rollups,
    marks,
    newAlert,
    alertPast,
    newScreen,
    newReport,
    newExports,
    packets,
  } = services;
  const { db } = relational;
  const log = (step: string) => logger.debug({ step }, 'the demo');
  const interrupted = await removeInterrupted({ db, analytics, files, log });
  if (interrupted === 'removed') logger.warn('making the demo was interrupted: what was made of it has been removed');
  if (interrupted === 'kept')
    logger.warn('making the demo was interrupted, and people have joined it since: it stays incomplete');
  const isEmpty = (await organizationStore(db).all()).length === 0;
  if (config.isDemo && (isEmpty || interrupted === 'removed')) {
    const sales = receiptsStore(db);
    const historyDays = config.demoDays === null ? {} : { historyDays: config.demoDays };
    const made = {
      provisioning,
      analytics,
      access,
      sites,
      files,
      stateFile,
      rollups,
      marks,
      sales,
      newAlert,
      alertPast,
      newScreen,
      newReport,
      newExports,
      packets,
      log,
    };
    return seedDemo({ ...made, ...historyDays });
  }
  if (isEmpty) await createFirstOrganization(platform);
  return restoreDemoState({ db, analytics, access, sites, stateFile, logger });
}

interface Demo {
  readonly state: DemoState;
  readonly stateFile: string;
  readonly historyUntil: Instant;
  readonly sell: ReturnType<typeof createTills>;
}

const withoutSimulator = ({ config }: Platform, invitations: readonly string[]): Content => ({
  // A port chosen by the system is known only once the server listens.
  welcome: (address) => {
    const origin = config.publicUrl === null && config.port === 0 ? address : getProductUrl(config);
    return invitations.map((path) => `The first administrator's invitation: ${origin}${path}`);
  },
  listening: () => {},
  stop: async () => {},
});

function withSimulator({ config, clock, logger }: Platform, demo: Demo): Content {
  let simulator: ReturnType<typeof runSimulator> | null = null;
  return {
    welcome: () => [`Sign in to the demo as admin@demo.example with ${demoPassword}`],
    listening(address) {
      if (config.runsSimulator) simulator = runSimulator({ address, ...demo, clock, logger });
    },
    stop: async () => simulator?.stop(),
  };
}

/** The name is a placeholder: the invitation asks for the organization's name and the person's address. */
async function createFirstOrganization({ relational }: Platform): Promise<void> {
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
