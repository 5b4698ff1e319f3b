import { type Clock, err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/relational-store.ts';
import { checkSeesAllSites, type Scope } from '../../platform/tenancy/index.ts';
import { recordAudit } from '../audit/index.ts';
import {
  type Organization,
  type OrganizationChange,
  type OrganizationStore,
  organizationStore,
} from './organization.store.ts';

const maxNameLength = 200;
const maxAddressLength = 500;
/** Addresses may have line breaks. Other control characters are refused; the database rejects some of them. */
const controls = /\p{Cc}/u;
const controlsButLines = /[^\P{Cc}\n\r]/u;

/** Returns the normalized name, or why it is invalid. */
function parseOrganizationName(text: string): Result<string, Failure> {
  const name = text.trim();
  return name === '' || name.length > maxNameLength || controls.test(name)
    ? err(failure('BAD_INPUT', `An organization needs a name of at most ${maxNameLength} characters`, 'name'))
    : ok(name);
}

/** Updates name and address of the scope's organization. An omitted address stays, and null clears it. */
export async function updateOrganization(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: Scope,
  change: { readonly id: number; readonly name: string; readonly address?: string | null },
): Promise<Result<Organization, Failure>> {
  const missing = err(failure('NOT_FOUND', 'No such organization', 'id'));
  if (change.id !== scope.organizationId) return missing;
  const allowed = checkSeesAllSites(scope, null);
  if (!allowed.ok) return allowed;
  const name = parseOrganizationName(change.name);
  if (!name.ok) return name;
  const address = change.address?.trim() || null;
  if (address !== null && (address.length > maxAddressLength || controlsButLines.test(address)))
    return err(failure('BAD_INPUT', `An address has at most ${maxAddressLength} characters`, 'address'));
  const wanted = { name: name.value, ...(change.address === undefined ? {} : { address }) };
  const changed = await db.transaction((transaction) => update(transaction, scope, wanted, clock.now()));
  if (changed === 'name taken') return err(failure('BAD_INPUT', 'This name cannot be used', 'name'));
  return changed === null ? missing : ok(changed);
}

async function update(transaction: Database, scope: Scope, wanted: OrganizationChange, at: Instant) {
  const store = organizationStore(transaction);
  const before = await store.find(scope);
  const after = await store.update(scope, wanted);
  if (before === null || after === null || after === 'name taken') return after;
  const changed = (['name', 'address'] as const).filter((field) => before[field] !== after[field]);
  if (changed.length > 0) {
    const valuesOf = (of: Organization) => Object.fromEntries(changed.map((field) => [field, of[field]]));
    const details = { changed, name: after.name, before: valuesOf(before), after: valuesOf(after) };
    await recordAudit(scope, transaction, { at, action: 'organization.changed', details, subjectId: after.id });
  }
  return after;
}

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
