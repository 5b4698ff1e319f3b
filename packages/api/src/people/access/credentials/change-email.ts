import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Links } from '../../notifications/index.ts';
import type { Account } from '../accounts/accounts.store.ts';
import { type CodeDependencies, issueCode } from '../codes/issue-code.ts';
import { refuseViewAs } from '../people/authority.ts';
import { peopleStore } from '../people/people.store.ts';
import { endAccess } from '../sessions/sign-out.ts';
import { sendSecurityNotice } from './security-notice.ts';

export interface EmailDependencies extends CodeDependencies {
  readonly links: Links;
}

const noSuchUser = failure('NOT_FOUND', 'No such user');
const inTwoFactor = failure('BAD_INPUT', 'Two-factor uses this address: choose another method first', 'email');

/** The address is verified by another account. Only the reader of the address learns this. */
export const addressTaken = failure('BAD_INPUT', 'This email address cannot be used', 'email');

/**
 * Starts a change of the scope user's address, confirmed by their password. Sends a code to the new address and a
 * notice to the current one. Nothing else changes before the code is entered. The caller's transaction must hold the
 * user's row.
 */
export async function requestEmailChange(
  deps: EmailDependencies,
  transaction: Database,
  scope: Scope,
  person: Account,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<Account> {
  if (person.otpContact === 'email') unwrap(err(inTwoFactor));
  const at = deps.clock.now();
  const after = await updatePerson(transaction, scope, person, { pendingEmail: email });
  const request = { purpose: 'verify-email', contact: 'email', destination: email, language: person.language } as const;
  unwrap(await issueCode({ ...deps, db: transaction }, scope, request));
  const reader = { ...person, userId: person.id };
  const notice = { what: 'emailChangeRequested', newEmail: email, at, address } as const;
  await sendSecurityNotice(transaction, deps.links, reader, notice);
  const entry = { at, action: 'account.emailChangeRequested', details: { to: email }, address } as const;
  await recordAudit(scope, transaction, { ...entry, subjectId: person.id });
  return after;
}

/**
 * Makes the verified new address the user's address. Ends other sessions and pending links, and notifies the old
 * address. Unverified accounts elsewhere lose the same address.
 */
export async function completeEmailChange(
  { clock, links }: EmailDependencies,
  transaction: Database,
  scope: Scope,
  person: Account,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<Account> {
  if (person.otpContact === 'email') unwrap(err(inTwoFactor));
  const at = clock.now();
  await endAccess(transaction, scope, person.id, at, scope.sessionId);
  const after = await updatePerson(transaction, scope, person, { email, isEmailVerified: true });
  const reader = { ...person, userId: person.id };
  await sendSecurityNotice(transaction, links, reader, { what: 'emailChanged', newEmail: email, at, address });
  const entry = { at, action: 'account.emailChanged', details: { from: person.email, to: email }, address } as const;
  await recordAudit(scope, transaction, { ...entry, subjectId: person.id });
  return after;
}

/** Cancels a requested address, if there is one. */
export async function cancelEmailChange(
  { db, clock }: Pick<EmailDependencies, 'db' | 'clock'>,
  scope: Scope,
): Promise<Result<Account, Failure>> {
  const { userId } = scope;
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  return inTransaction(db, async (transaction) => {
    const person = userId === null ? null : await peopleStore(transaction).hold(scope, userId);
    if (person === null) return unwrap<Account>(err(noSuchUser));
    if (person.pendingEmail === null) return person;
    const after = await updatePerson(transaction, scope, person, { pendingEmail: null });
    const entry = { at: clock.now(), action: 'account.emailChangeCancelled', details: {} } as const;
    await recordAudit(scope, transaction, { ...entry, subjectId: person.id });
    return after;
  });
}

async function updatePerson(
  transaction: Database,
  scope: Scope,
  { id }: Account,
  fields: Partial<Pick<Account, 'email' | 'isEmailVerified' | 'pendingEmail'>>,
): Promise<Account> {
  const after = await peopleStore(transaction).update(scope, id, fields);
  if (after === 'email taken') return unwrap<Account>(err(addressTaken));
  return unwrap(after === null ? err(noSuchUser) : ok(after));
}
