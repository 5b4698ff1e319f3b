import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { OtpContact } from '@atrium/domain/people/access';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/accounts.store.ts';
import { checkReach } from '../codes/issue-code.ts';
import { refuseViewAs } from '../people/authority.ts';
import { peopleStore } from '../people/people.store.ts';
import type { PeopleDependencies } from '../people/people-dependencies.ts';
import { endAccess } from '../sessions/sign-out.ts';
import { confirmIdentity, type Proof } from './confirm-identity.ts';
import { sendSecurityNotice } from './security-notice.ts';

/**
 * Sets the contact for sign-in codes; null switches two-factor off. Needs a verified contact, and a recent sign-in or
 * the password. Ends every other session.
 */
export async function changeTwoFactor(
  deps: PeopleDependencies,
  scope: Scope,
  otpContact: OtpContact | null,
  proof: Proof,
): Promise<Result<Account, Failure>> {
  const { userId, sessionId } = scope;
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  const confirmed = await confirmIdentity(deps, scope, proof);
  if (!confirmed.ok) return confirmed;
  return inTransaction(deps.db, async (transaction) => {
    const store = peopleStore(transaction);
    const before = userId === null ? null : await store.hold(scope, userId);
    if (before === null) return unwrap(err(failure('NOT_FOUND', 'No such user')));
    unwrap(isVerified(before, otpContact));
    if (before.otpContact === otpContact) return before;
    // Two-factor without a reachable contact locks the user out.
    if (otpContact !== null) unwrap(checkReach(deps.delivery, otpContact, 'otpContact'));
    const at = deps.clock.now();
    const after = await store.update(scope, before.id, { otpContact });
    if (after === null || after === 'email taken') throw new Error('somebody who is held was not changed');
    await endAccess(transaction, scope, before.id, at, sessionId);
    const details = { from: before.otpContact, to: otpContact };
    const entry = { at, action: 'account.twoFactorChanged', details, subjectId: before.id } as const;
    await recordAudit(scope, transaction, { ...entry, address: proof.address });
    const reader = { ...after, userId: after.id };
    await sendSecurityNotice(transaction, deps.links, reader, { what: 'twoFactorChanged', at, address: proof.address });
    return after;
  });
}

function isVerified(account: Account, contact: OtpContact | null): Result<void, Failure> {
  const isReady =
    contact === null ||
    (contact === 'email' ? account.isEmailVerified : account.phone !== null && account.isPhoneVerified);
  return isReady ? ok(undefined) : err(failure('BAD_INPUT', 'This contact is not verified yet', 'otpContact'));
}
