import { join } from 'node:path';
import { type Access, systemScope } from './access/index.ts';
import { type DemoState, demoPassword, readDemoState, runSimulator, seedDemo } from './demo/index.ts';
import { createOrganization, organisationStore } from './organisation/index.ts';
import type { Platform } from './platform/platform.ts';
import type { SiteDirectory } from './sites/index.ts';

export interface Content {
  readonly welcome: readonly string[];
  listening(address: string): void;
  stop(): Promise<void>;
}

/** An empty installation becomes the demo, or one organization with an invitation for whoever runs it. */
export async function prepareContent(platform: Platform, access: Access, sites: SiteDirectory): Promise<Content> {
  const { config, folder, relational, bus, clock, analytics } = platform;
  const organizations = organisationStore(relational.db);
  const isEmpty = (await organizations.all()).length === 0;
  const stateFile = join(folder.path, 'demo.json');
  if (isEmpty && !config.isDemo) return quiet(await inviteFirstAdministrator(platform, access));
  const provisioning = { db: relational.db, bus, clock };
  const state = isEmpty
    ? await seedDemo({ provisioning, analytics, access, sites, stateFile })
    : await readDemoState(stateFile);
  if (state === null) return quiet([]);
  return withSimulator(platform, state, stateFile);
}

const quiet = (welcome: readonly string[]): Content => ({ welcome, listening: () => {}, stop: async () => {} });

function withSimulator({ config, clock, logger }: Platform, state: DemoState, stateFile: string): Content {
  let simulator: ReturnType<typeof runSimulator> | null = null;
  return {
    welcome: [`Sign in to the demo as admin@demo.example with ${demoPassword}`],
    listening(address) {
      if (config.runsSimulator) simulator = runSimulator({ address, state, stateFile, clock, logger });
    },
    stop: async () => simulator?.stop(),
  };
}

/** The organization's name and the address are placeholders: the invitation's own steps ask for both. */
async function inviteFirstAdministrator({ config, relational }: Platform, access: Access): Promise<readonly string[]> {
  const organization = await createOrganization(organisationStore(relational.db), 'My organization');
  if (!organization.ok) throw new Error(organization.error.message);
  const scope = systemScope(organization.value.id);
  const invitation = await access.inviteUser(scope, { email: 'administrator@localhost.localdomain', role: 'admin' });
  if (!invitation.ok) throw new Error(invitation.error.message);
  const origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
  return [`The first administrator's invitation: ${origin}${invitation.value.path}`];
}
