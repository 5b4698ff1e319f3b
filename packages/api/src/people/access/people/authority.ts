import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { type Authority, findExcess } from '@atrium/domain/people/access';
import { unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Account, AccountsStore } from '../accounts/accounts.store.ts';
import { peopleStore } from './people.store.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

/** Links an organization may show per hour. */
export const shownLinksPerHour = 60;

/**
 * Checks that an account link may be shown instead of mailed: only if mail is not set up, because a mailed link
 * verifies an address. BAD_INPUT if mails are sent, RATE_LIMITED after too many links of the organization.
 */
export async function checkLinkMayBeShown(
  { delivery, shownLinks }: Pick<PeopleDependencies, 'delivery' | 'shownLinks'>,
  { organizationId }: Scope,
): Promise<Result<void, Failure>> {
  if (delivery.mail === 'sent')
    return err(failure('BAD_INPUT', 'Mail is set up: the link is sent by mail and is not shown'));
  return shownLinks.take(String(organizationId));
}

/**
 * Runs a change of rights. Rolls it back if no administrator remains, or none with every right at every site, because
 * nobody could grant these rights again. Such changes run one at a time.
 */
export async function keepAdministrator<Value>(
  transaction: Database,
  scope: Scope,
  field: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const store = peopleStore(transaction);
  await store.holdOrganization(scope);
  const before = await store.countAdministrators(scope);
  const value = await work();
  const after = await store.countAdministrators(scope);
  const isLost = (which: 'all' | 'full') => before[which] > 0 && after[which] === 0;
  if (isLost('all') || isLost('full'))
    unwrap(err(failure('BAD_INPUT', 'An organization keeps one administrator with every right at least', field)));
  return value;
}

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
  { role, profileId, installationIds, isOperator }: Account,
): Promise<Authority> {
  const profile = await accounts.findProfile(scope, profileId);
  if (profile === null) throw new Error('somebody has no profile of their organization');
  return { role, rights: profile.rights, installationIds, isOperator };
}

/** Refuses sessions that view the product as another user. These must not change credentials or rights. */
export function refuseViewAs(scope: Scope): Result<void, Failure> {
  return scope.viewedBy === null
    ? ok(undefined)
    : err(failure('FORBIDDEN', 'This cannot be done while looking as somebody else'));
}
