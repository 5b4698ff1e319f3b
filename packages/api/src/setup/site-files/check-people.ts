import type { OrganizationId } from '@atrium/domain/core';
import { fullRights, includesRights, isAllowed, noRights } from '@atrium/domain/people/access';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteState } from '../../sites/stored/index.ts';
import type { Change } from './compare-states.ts';
import type { Reading } from './format/reading.ts';
import type { SiteFile } from './format/site-file.ts';
import { findForeignEmails, loadMemberEmails } from './store/load-state.store.ts';

interface Declared {
  readonly file: SiteFile;
  readonly reading: Reading;
  readonly stored: SiteState;
  readonly wanted: SiteState;
  readonly changes: readonly Change[];
}

/**
 * Checks the people of a file by the rules of the user management. A person has one account. Callers can neither give
 * rights they lack nor change people who have such rights. The system may do anything.
 */
export async function checkPeople(
  db: Database,
  declared: Declared,
  organizationId: OrganizationId | null,
  by: Scope | undefined,
): Promise<void> {
  // Only the operator learns which addresses other organizations use. For anyone else, declaring an address only claims
  // it.
  if (by === undefined) return checkAddresses(db, declared, organizationId);
  checkRight(declared, by);
  checkGiven(declared, by);
  await checkAdministrators(db, declared, by);
}

async function checkAddresses(
  db: Database,
  { file, reading }: Declared,
  organizationId: OrganizationId | null,
): Promise<void> {
  const users = file.users ?? [];
  const taken = await findForeignEmails(
    db,
    users.map(({ email }) => email),
    organizationId,
  );
  for (const user of users)
    if (taken.has(user.email))
      reading.reportAt(reading.at(user, 'email'), `the address ${user.email} already belongs to an account elsewhere`);
}

function checkRight({ file, reading }: Declared, by: Scope): void {
  if (isAllowed(by, 'editUser')) return;
  for (const field of ['profiles', 'users'] as const)
    if (file[field] !== undefined)
      reading.reportAt(reading.at(file, field), `declaring ${field} needs the right to edit users`);
}

/** Checks the state before and after: rights the caller lacks can neither be given nor taken away. */
function checkGiven({ file, reading, stored, wanted, changes }: Declared, { rights }: Scope): void {
  const exceeds = (profile: string | undefined) =>
    [stored, wanted].some((state) => !includesRights(rights, state.profile.get(profile ?? '')?.rights ?? noRights));
  for (const { kind, key } of changes) {
    if (kind === 'profile' && exceeds(key)) {
      const owner = file.profiles?.find(({ name }) => name === key);
      reading.reportAt(reading.at(owner ?? file), `the profile ${key} holds rights you do not have`);
    }
    if (kind !== 'user' && kind !== 'navigation') continue;
    if (![stored, wanted].some((state) => exceeds(state.user.get(key)?.profile))) continue;
    const owner = file.users?.find(({ email }) => email === key);
    reading.reportAt(reading.at(owner ?? file), `${key} holds or would hold rights you do not have`);
  }
}

async function checkAdministrators(db: Database, { file, reading, stored, wanted }: Declared, by: Scope) {
  const members = await loadMemberEmails(db, by.organizationId);
  const isLeft = ({ user, profile }: SiteState) =>
    [...user.values()].some(
      (one) =>
        members.has(one.email) &&
        one.role === 'admin' &&
        one.sites === null &&
        includesRights(profile.get(one.profile)?.rights ?? noRights, fullRights),
    );
  if (isLeft(stored) && !isLeft(wanted))
    reading.reportAt(
      reading.at(file, file.users === undefined ? 'profiles' : 'users'),
      'an organization keeps one administrator with every right at least',
    );
}
