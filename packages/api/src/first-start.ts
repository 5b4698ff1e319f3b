import { join } from 'node:path';
import { type Access, type Scope, systemScope } from './access/index.ts';
import { createTills, type DemoState, demoPassword, readDemoState, runSimulator, seedDemo } from './demo/index.ts';
import type { Rollups } from './measurements/index.ts';
import { createOrganization, organisationStore } from './organisation/index.ts';
import { productUrl } from './platform/config/index.ts';
import type { Platform } from './platform/platform.ts';
import { receiptsStore } from './sales/index.ts';
import type { SiteSnapshots } from './sites/index.ts';

export interface Content {
  /** Lines for whoever started it; `address` is where the server listens. */
  welcome(address: string): readonly string[];
  listening(address: string): void;
  stop(): Promise<void>;
}

/** An empty installation becomes the demo, or one organization with an invitation for whoever runs it. */
export async function prepareContent(
  platform: Platform,
  access: Access,
  sites: SiteSnapshots,
  rollups: Rollups,
): Promise<Content> {
  const { config, files, folder, relational, bus, clock, analytics } = platform;
  const organizations = organisationStore(relational.db);
  const isEmpty = (await organizations.all()).length === 0;
  const stateFile = join(folder.path, 'demo.json');
  if (isEmpty && !config.isDemo) await createFirstOrganization(platform, access);
  const provisioning = { db: relational.db, bus, clock };
  const sales = receiptsStore(relational.db);
  const state =
    isEmpty && config.isDemo
      ? await seedDemo({
          provisioning,
          analytics,
          access,
          sites,
          files,
          stateFile,
          rollups,
          sales,
          ...(config.demoDays !== null && { historyDays: config.demoDays }),
        })
      : await readDemoState(stateFile);
  if (state === null) return quiet(platform, await awaitedAdministrators(platform, access));
  const sell = createTills({ sales, sites, verify: access.ingestKeys.verify }, state);
  return withSimulator(platform, { state, stateFile, sell });
}

interface Demo {
  readonly state: DemoState;
  readonly stateFile: string;
  readonly sell: ReturnType<typeof createTills>;
}

const quiet = ({ config }: Platform, invitations: readonly string[]): Content => ({
  // A port that the system chose is known only once the server listens.
  welcome: (address) => {
    const origin = config.publicUrl === null && config.port === 0 ? address : productUrl(config);
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

/** The name is a placeholder: the invitation's own steps ask for the organization's, and for the person's address. */
async function createFirstOrganization({ relational }: Platform, access: Access): Promise<void> {
  const organization = await createOrganization(organisationStore(relational.db), 'My organization');
  if (!organization.ok) throw new Error(organization.error.message);
  await linkOf(access, systemScope(organization.value.id));
}

/** At every start until the invitation is accepted, a link that works: earlier ones may be lost or expired. */
async function awaitedAdministrators({ relational }: Platform, access: Access): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { id } of await organisationStore(relational.db).all()) {
    const scope = systemScope(id);
    if (await access.awaitsFirstAdministrator(scope)) paths.push(await linkOf(access, scope));
  }
  return paths;
}

async function linkOf(access: Access, scope: Scope): Promise<string> {
  const invitation = await access.inviteFirstAdministrator(scope);
  if (!invitation.ok) throw new Error(invitation.error.message);
  return invitation.value.path;
}
