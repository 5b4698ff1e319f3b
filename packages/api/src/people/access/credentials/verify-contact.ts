import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { OtpContact } from '@atrium/domain/people/access';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/accounts.store.ts';
import { checkCode } from '../codes/check-code.ts';
import { type CodeDependencies, type IssuedCode, issueCode } from '../codes/issue-code.ts';
import { refuseViewAs } from '../people/authority.ts';
import { peopleStore } from '../people/people.store.ts';
import { addressTaken, completeEmailChange, type EmailDependencies } from './change-email.ts';

const purposes = { email: 'verify-email', phone: 'verify-phone' } as const;

/**
 * Sends a code to the phone or address of the scope's user to verify it. A requested new address comes before the
 * current one.
 */
export async function sendContactVerification(
  deps: CodeDependencies,
  scope: Scope,
  contact: OtpContact,
): Promise<Result<IssuedCode, Failure>> {
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  const person = await ownAccount(deps, scope);
  const destination = person === null ? null : destinationOf(person, contact);
  if (person === null || destination === null)
    return err(failure('BAD_INPUT', 'There is no such contact in your profile', 'contact'));
  return issueCode(deps, scope, { purpose: purposes[contact], contact, destination, language: person.language });
}

/**
 * Checks the code. Verifies the contact it was sent to if it is still the user's, and completes a requested change of
 * address. BAD_INPUT under `otp`, or under `email` if another account verified that address first.
 */
export async function verifyContact(
  deps: EmailDependencies,
  scope: Scope,
  { contact, code, address }: { readonly contact: OtpContact; readonly code: string; readonly address: string },
): Promise<Result<Account, Failure>> {
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  const proven = await checkCode(deps, scope, { purpose: purposes[contact], code });
  if (!proven.ok) return proven;
  const { destination } = proven.value;
  return inTransaction(deps.db, async (transaction) => {
    const person = scope.userId === null ? null : await peopleStore(transaction).hold(scope, scope.userId);
    if (person === null || destinationOf(person, contact) !== destination)
      return unwrap<Account>(err(failure('BAD_INPUT', 'Invalid code', 'otp')));
    return contact === 'email' && destination === person.pendingEmail
      ? completeEmailChange(deps, transaction, scope, person, { email: destination, address })
      : verify(deps, transaction, scope, person, contact);
  });
}

async function verify(
  { clock }: CodeDependencies,
  transaction: Database,
  scope: Scope,
  { id }: Account,
  contact: OtpContact,
): Promise<Account> {
  const after = await peopleStore(transaction).update(scope, id, verified[contact]);
  const entry = { at: clock.now(), action: 'account.contactVerified', details: { contact } } as const;
  await recordAudit(scope, transaction, { ...entry, subjectId: id });
  if (after === 'email taken') return unwrap<Account>(err(addressTaken));
  return unwrap(after === null ? err(failure('NOT_FOUND', 'No such user')) : ok(after));
}

const destinationOf = (person: Account, contact: OtpContact): string | null =>
  contact === 'email' ? (person.pendingEmail ?? person.email) : person.phone;

const verified: Record<OtpContact, object> = { email: { isEmailVerified: true }, phone: { isPhoneVerified: true } };

const ownAccount = ({ db }: CodeDependencies, scope: Scope) =>
  scope.userId === null ? null : peopleStore(db).find(scope, scope.userId);
