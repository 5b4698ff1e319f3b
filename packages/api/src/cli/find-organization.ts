import { organizationStore } from '../organization/index.ts';
import { type Scope, systemScope } from '../platform/tenancy/index.ts';
import type { CommandTools } from './command.ts';

/** Returns the system's scope in the organization of that name. Reports if there is none, and returns null. */
export async function findOrganization(name: string, { platform, fail }: CommandTools): Promise<Scope | null> {
  const found = await organizationStore(platform.relational.db).findByName(name);
  if (found !== null) return systemScope(found.id);
  fail(`there is no organization "${name}"`);
  return null;
}
