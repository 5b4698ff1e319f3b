import { randomUUID } from 'node:crypto';
import { err, type Failure, failure, id, ok, type Result, type UserId } from '@atrium/domain/core';
import { buildQueryOwner } from '../../../platform/concurrency/query-owner.ts';
import { shrinkImage } from '../../../platform/files/index.ts';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { type Account, accountsStore } from '../accounts/accounts.store.ts';
import { addProfile, changeProfile, removeProfile } from '../accounts/change-profiles.ts';
import { deleteUser } from '../accounts/manage-accounts.ts';
import type { ProfileOperations } from '../accounts/profiles.graphql.ts';
import { profilesStore } from '../accounts/profiles.store.ts';
import { addressTaken, cancelEmailChange, type EmailDependencies } from '../credentials/change-email.ts';
import { changePassword } from '../credentials/change-password.ts';
import { changeTwoFactor } from '../credentials/change-two-factor.ts';
import type { CredentialOperations } from '../credentials/credentials.graphql.ts';
import { showResetLink } from '../credentials/show-reset-link.ts';
import { sendContactVerification, verifyContact } from '../credentials/verify-contact.ts';
import { inviteByLink, inviteUser } from '../invitations/invite-user.ts';
import { checkAuthorityOver, keepAdministrator, refuseViewAs } from './authority.ts';
import type { PeopleOperations } from './people.graphql.ts';
import { peopleStore } from './people.store.ts';
import type { PeopleDependencies } from './people-dependencies.ts';
import { updateOwnProfile } from './update-own-profile.ts';
import { updateUser } from './update-user.ts';

/** The largest size shown, for screens with two pixels per point. */
const bounds = { width: 256, height: 256, fit: 'cover' } as const;

/** Replaces or removes the user's picture. BAD_INPUT for a file that is no picture or has more than 1 MB. */
async function uploadPicture(
  { db, clock, files }: PeopleDependencies,
  scope: Scope,
  bytes: Uint8Array | null,
  signal?: AbortSignal,
): Promise<Result<Account, Failure>> {
  const { userId } = scope;
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  if (userId === null) return err(failure('NOT_FOUND', 'No such user'));
  const image = bytes === null ? ok(null) : await shrinkImage(bytes, bounds, 'file', buildQueryOwner(scope, signal));
  if (!image.ok) return image;
  const picture = image.value === null ? null : `pictures/${scope.organizationId}/${randomUUID()}.webp`;
  if (picture !== null && image.value !== null) await files.store.put(picture, image.value);
  const before = await peopleStore(db).find(scope, userId);
  const after = await db.transaction(async (transaction) => {
    const saved = await peopleStore(transaction).update(scope, userId, { picture });
    const entry = { at: clock.now(), action: 'account.ownProfileChanged', details: { changed: ['picture'] } } as const;
    await recordAudit(scope, transaction, { ...entry, subjectId: userId });
    return saved;
  });
  // Only now: the old picture may be shown until the row has the new one.
  if (before?.picture) await files.store.delete(before.picture);
  return after === null || after === 'email taken' ? err(failure('NOT_FOUND', 'No such user')) : ok(after);
}

export interface MemberOperations extends PeopleOperations, CredentialOperations, ProfileOperations {}

/** Builds all operations on members, by themselves and by those who manage them. */
export function createPeople(deps: PeopleDependencies & EmailDependencies): MemberOperations {
  const people = peopleStore(deps.db);
  return {
    allUsers: (scope) => people.all(scope),
    findUser: (scope, id) => people.find(scope, id),
    inviteMember: async (scope, user) => {
      const invited = await inviteUser(deps, scope, user);
      return invited.ok ? ok(invited.value.account) : invited;
    },
    inviteByLink: async (scope, user) => {
      const invited = await inviteByLink(deps, scope, user);
      return invited.ok ? ok({ ...invited.value.invitation, account: invited.value.account }) : invited;
    },
    showResetLink: (scope, userId) => showResetLink(deps, scope, userId),
    confirmEmail: (scope, confirmed) => confirmEmail(deps, scope, confirmed),
    updateOwnProfile: (scope, profile, proof) => updateOwnProfile(deps, scope, profile, proof),
    uploadPicture: (scope, bytes, signal) => uploadPicture(deps, scope, bytes, signal),
    updateUser: (scope, id, change, address) => updateUser(deps, scope, id, change, address),
    removeUser: (scope, id) => removeUser(deps, scope, id),
    changePassword: (scope, change) => changePassword(deps, scope, change),
    changeTwoFactor: (scope, contact, proof) => changeTwoFactor(deps, scope, contact, proof),
    sendContactVerification: (scope, contact) => sendContactVerification(deps, scope, contact),
    verifyContact: (scope, attempt) => verifyContact(deps, scope, attempt),
    cancelEmailChange: (scope) => cancelEmailChange(deps, scope),
    allProfiles: (scope) => profilesStore(deps.db).all(scope),
    addProfile: (scope, profile) => addProfile(deps, scope, profile),
    changeProfile: (scope, id, profile) => changeProfile(deps, scope, id, profile),
    removeProfile: (scope, id) => removeProfile(deps, scope, id),
  };
}

/**
 * Deletes a member and their sessions. Refuses the caller's own account, a member with more rights or sites, and the
 * last administrator.
 */
async function removeUser(
  { db, clock, files }: PeopleDependencies,
  scope: Scope,
  userId: number,
): Promise<Result<true, Failure>> {
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  if (userId === scope.userId) return err(failure('BAD_INPUT', 'Nobody deletes themselves', 'id'));
  const work = async (transaction: Database) => {
    const before = await peopleStore(transaction).hold(scope, id<UserId>(userId));
    if (before === null) return unwrap<null>(err(failure('NOT_FOUND', 'No such user', 'id')));
    unwrap(await checkAuthorityOver(accountsStore(transaction), scope, before));
    await deleteUser({ db: transaction, clock }, scope, before.id);
    return before.picture;
  };
  const picture = await inTransaction<string | null>(db, (transaction) =>
    keepAdministrator(transaction, scope, 'id', () => work(transaction)),
  );
  if (!picture.ok) return picture;
  if (picture.value !== null) await files.store.delete(picture.value);
  return { ok: true, value: true };
}

/**
 * Lets an administrator confirm a member's address if mail is not set up. `email` is the address they saw. BAD_INPUT if
 * it changed, if another account verified it, and if a mail can verify it. FORBIDDEN for others than administrators,
 * and for a member with more rights or sites.
 */
async function confirmEmail(
  { db, clock, delivery }: PeopleDependencies,
  scope: Scope,
  { userId, email, address }: { readonly userId: number; readonly email: string; readonly address: string },
): Promise<Result<Account, Failure>> {
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  if (scope.role !== 'admin') return err(failure('FORBIDDEN', 'Only administrators confirm addresses'));
  return inTransaction(db, async (transaction) => {
    const store = peopleStore(transaction);
    const before = await store.hold(scope, id<UserId>(userId));
    if (before === null) return unwrap<Account>(err(failure('NOT_FOUND', 'No such user', 'userId')));
    unwrap(await checkAuthorityOver(accountsStore(transaction), scope, before));
    if (delivery.mail === 'sent')
      return unwrap<Account>(err(failure('BAD_INPUT', 'Mail is set up: members verify their addresses by a code')));
    if (before.isPending || before.email !== email)
      return unwrap<Account>(err(failure('BAD_INPUT', 'This is not the address they sign in with', 'email')));
    if (before.isEmailVerified) return before;
    const after = await store.update(scope, before.id, { isEmailVerified: true });
    if (after === null || after === 'email taken') return unwrap<Account>(err(addressTaken));
    const entry = { at: clock.now(), action: 'account.emailConfirmed', details: { email }, address } as const;
    await recordAudit(scope, transaction, { ...entry, subjectId: before.id });
    return after;
  });
}
