import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Organization, OrganizationStore } from './organization.store.ts';
import { parseOrganizationName } from './update-organization.ts';

/** Name of an organization until it gets one. */
export const defaultOrganizationName = 'My organization';

/** BAD_INPUT when the name is empty, too long or in use. For the command line, site files and the demo. */
export async function createOrganization(
  store: OrganizationStore,
  wanted: string,
): Promise<Result<Organization, Failure>> {
  const name = parseOrganizationName(wanted);
  if (!name.ok) return name;
  const created = await store.insert(name.value);
  return created === null
    ? err(failure('BAD_INPUT', `There is an organization named ${name.value} already`, 'name'))
    : ok(created);
}
