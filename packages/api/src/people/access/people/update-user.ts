import {
  err,
  type Failure,
  failure,
  type InstallationId,
  id,
  ok,
  type ProfileId,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import { includesRights } from '@atrium/domain/people/access';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { type Account, accountsStore, type Profile } from '../accounts/accounts.store.ts';
import { findChosenSites, findTagFault, type SiteChoice } from '../accounts/site-choices.store.ts';
import { sendSecurityNotice } from '../credentials/security-notice.ts';
import { endAccess } from '../sessions/sign-out.ts';
import { checkAuthorityOver, keepAdministrator, refuseViewAs } from './authority.ts';
import { checkPerson, type PersonFields } from './check-person.ts';
import { type PersonChange, peopleStore } from './people.store.ts';
import type { PeopleDependencies } from './people-dependencies.ts';
import { applyPhoneChange, buildDiff, listChangedFields } from './update-own-profile.ts';

/** Change of a member by a user manager. Omitted fields stay. */
export interface MemberChange extends PersonFields, Authorization {
  /**
   * Accepts only null, which switches two-factor off. A member who lost their phone then signs in with the password
   * alone.
   */
  readonly otpContact?: string | null | undefined;
}

/** Role, profile and sites of a member. */
export interface Authorization {
  readonly role?: 'admin' | 'user' | null | undefined;
  readonly profileId?: number | null | undefined;
  /** Null: all sites. */
  readonly installationIds?: readonly number[] | null | undefined;
  /** Tags whose sites they see too, now and later. Without any, `installationIds` says all. */
  readonly tagIds?: readonly number[] | null | undefined;
}

/**
 * Updates another member. The caller cannot raise their own rights, change a member with more rights or sites, or grant
 * more than they have. This covers the role, the rights of the profile, and the sites. NOT_FOUND, FORBIDDEN, BAD_INPUT
 * with the field.
 */
export async function updateUser(
  deps: PeopleDependencies,
  scope: Scope,
  userId: number,
  change: MemberChange,
  address: string,
): Promise<Result<Account, Failure>> {
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  if (change.otpContact != null)
    return err(failure('BAD_INPUT', 'Two-factor of others can only be switched off', 'otpContact'));
  const work = async (transaction: Database) => {
    const before = await peopleStore(transaction).hold(scope, id<UserId>(userId));
    if (before === null) return unwrap<Account>(err(failure('NOT_FOUND', 'No such user', 'id')));
    unwrap(await checkAuthorityOver(accountsStore(transaction), scope, before));
    const person = unwrap(checkPerson(change, [...deps.languages, before.language]));
    const standing = unwrap(await checkAuthorization(deps, transaction, scope, change));
    unwrap(keepsTheirOwn(scope, before, standing));
    const otpContact = change.otpContact === null && before.otpContact !== null ? { otpContact: null } : {};
    const wanted = unwrap(applyPhoneChange({ ...before, ...otpContact }, { ...person, ...standing }));
    return save(deps, transaction, scope, before, { ...wanted, ...otpContact }, address);
  };
  return inTransaction(deps.db, (transaction) =>
    keepAdministrator(transaction, scope, 'role', () => work(transaction)),
  );
}

async function save(
  { clock, links }: PeopleDependencies,
  transaction: Database,
  scope: Scope,
  before: Account,
  change: PersonChange,
  address: string,
): Promise<Account> {
  const after = await peopleStore(transaction).update(scope, before.id, change);
  if (after === null || after === 'email taken') throw new Error('a member who is held was not changed');
  const changed = listChangedFields(before, change);
  const at = clock.now();
  const details = { name: nameOf(after), changed, ...buildDiff(changed, before, after) };
  if (changed.length > 0)
    await recordAudit(scope, transaction, { at, action: 'account.changed', details, subjectId: before.id });
  if (before.otpContact !== after.otpContact) {
    const switched = { from: before.otpContact, to: after.otpContact };
    await recordAudit(scope, transaction, {
      at,
      action: 'account.twoFactorChanged',
      details: switched,
      subjectId: before.id,
    });
    await endAccess(transaction, scope, before.id, at);
    const reader = { ...after, userId: after.id };
    await sendSecurityNotice(transaction, links, reader, { what: 'twoFactorChanged', at, address });
  }
  return after;
}

const nameOf = ({ firstName, lastName, email }: Account) => `${firstName} ${lastName}`.trim() || email;

/** As stored. Omitted fields stay. */
export interface CheckedAuthorization {
  readonly role?: 'admin' | 'user';
  readonly profileId?: ProfileId;
  readonly installationIds?: number[] | null;
  readonly siteChoice?: SiteChoice | null;
}

function keepsTheirOwn(scope: Scope, { id: userId }: Account, standing: object): Result<void, Failure> {
  return userId === scope.userId && Object.keys(standing).length > 0
    ? err(failure('FORBIDDEN', 'Nobody changes their own rights'))
    : ok(undefined);
}

/** Returns role, profile and sites to store, if the scope may grant them. */
export async function checkAuthorization(
  { seesInstallation }: Pick<PeopleDependencies, 'seesInstallation'>,
  db: Database,
  scope: Scope,
  { role, profileId, installationIds, tagIds }: Authorization,
): Promise<Result<CheckedAuthorization, Failure>> {
  if (role === 'admin' && scope.role === 'user')
    return err(failure('FORBIDDEN', 'Only administrators make administrators', 'role'));
  const profile = profileId == null ? null : await accountsStore(db).findProfile(scope, id<ProfileId>(profileId));
  if (profileId != null && profile === null) return err(failure('NOT_FOUND', 'No such profile', 'profileId'));
  if (profile !== null && !includesRights(scope.rights, profile.rights))
    return err(failure('FORBIDDEN', 'This profile holds rights you do not have', 'profileId'));
  const sites = installationIds == null ? installationIds : [...new Set(installationIds)];
  if (sites === null && scope.installationIds !== null)
    return err(failure('FORBIDDEN', 'You can open the sites only that you see', 'installationIds'));
  for (const site of sites ?? [])
    if (!(await seesInstallation(scope, id<InstallationId>(site))))
      return err(failure('NOT_FOUND', 'No such site', 'installationIds'));
  if (tagIds == null || tagIds.length === 0)
    return ok({
      ...standingOf(role, profile),
      ...(sites !== undefined && { installationIds: sites, siteChoice: null }),
    });
  const choice = { tagIds: [...new Set(tagIds)], installationIds: sites ?? [] };
  if (scope.installationIds !== null)
    return err(failure('FORBIDDEN', 'You see some sites only, and a tag may get others', 'tagIds'));
  if (choice.tagIds.length > maxTags) return err(failure('BAD_INPUT', `Name at most ${maxTags} tags`, 'tagIds'));
  // Tags of sites change under the same lock, so the sites that follow from them stay right.
  await peopleStore(db).holdOrganization(scope);
  const fault = await findTagFault(db, scope.organizationId, choice.tagIds);
  if (fault !== null) return err(fault);
  const chosen = await findChosenSites(db, scope.organizationId, choice);
  return ok({ ...standingOf(role, profile), installationIds: chosen, siteChoice: choice });
}

/** Tags that one person's sites may follow from. */
const maxTags = 100;

function standingOf(role: Authorization['role'], profile: Profile | null): CheckedAuthorization {
  return { ...(role != null && { role }), ...(profile !== null && { profileId: profile.id }) };
}
