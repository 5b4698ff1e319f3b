import { type Organization, organizationStore } from '../organization/index.ts';
import type { Database } from '../platform/relational/index.ts';
import { type Scope, systemScope } from '../platform/tenancy/index.ts';
import type { CommandTools } from './command.ts';

/** Maximum number of names in the message. */
const named = 20;

/** Returns the system's scope in the organization of that name. If there is none, reports those that exist and returns null. */
export async function findOrganization(name: string, { platform, fail }: CommandTools): Promise<Scope | null> {
  const { db } = platform.relational;
  const found = await organizationStore(db).findByName(name);
  if (found !== null) return systemScope(found.id);
  fail(await noOrganization(db, name));
  return null;
}

/** A sentence for somebody who named an organization that does not exist. */
export async function noOrganization(db: Database, name: string): Promise<string> {
  const existing = await organizationStore(db).all();
  return `there is no organization "${name}"; ${namesOf(existing)}`;
}

function namesOf(existing: readonly Organization[]): string {
  if (existing.length === 0) return 'there is none yet: apply a site file that names one';
  const names = existing.slice(0, named).map((one) => `"${one.name}"`);
  const more = existing.length > named ? ` and ${existing.length - named} more` : '';
  return `the organizations are ${names.join(', ')}${more}`;
}
