import { type Authority, findExcess } from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Account, AccountsStore } from './accounts.store.ts';

/**
 * Checks that the scope may act on another user. FORBIDDEN if that user has more rights or sites. Every operation on
 * users calls it; it adds no check for the caller's own account.
 */
export async function checkAuthorityOver(
  accounts: Pick<AccountsStore, 'findProfile'>,
  scope: Scope,
  person: Account,
): Promise<Result<void, Failure>> {
  return findExcess(scope, await authorityOf(accounts, scope, person)) === null
    ? ok(undefined)
    : err(failure('FORBIDDEN', 'This person sees or may do more than you'));
}

async function authorityOf(
  accounts: Pick<AccountsStore, 'findProfile'>,
  scope: Scope,
  { role, profileId, installationIds }: Account,
): Promise<Authority> {
  const profile = await accounts.findProfile(scope, profileId);
  if (profile === null) throw new Error('somebody has no profile of their organization');
  return { role, rights: profile.rights, installationIds };
}
