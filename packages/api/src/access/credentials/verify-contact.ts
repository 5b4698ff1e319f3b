import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { audit } from '../../audit/index.ts';
import type { Account } from '../accounts/index.ts';
import { type CodeDependencies, checkCode, type IssuedCode, issueCode } from '../one-time-codes/index.ts';
import { asThemselves } from '../people/dependencies.ts';
import { peopleStore } from '../people/index.ts';
import type { Scope } from '../scope.ts';
import { isOtpContact, type OtpContact } from './change-two-factor.ts';

const purposes = { email: 'verify-email', phone: 'verify-phone' } as const;

const noSuchContact = err(failure('BAD_INPUT', 'A contact is email or phone', 'contact'));

/** Sends a code to the address or phone of the scope's person, to show that they read there. */
export async function sendContactVerification(
  deps: CodeDependencies,
  scope: Scope,
  contact: string,
): Promise<Result<IssuedCode, Failure>> {
  const allowed = asThemselves(scope);
  if (!allowed.ok) return allowed;
  if (!isOtpContact(contact)) return noSuchContact;
  const person = await ownAccount(deps, scope);
  const destination = person === null ? null : person[contact];
  if (person === null || destination === null)
    return err(failure('BAD_INPUT', 'There is no such contact in your profile', 'contact'));
  return issueCode(deps, scope, { purpose: purposes[contact], contact, destination, language: person.language });
}

/** Takes the code; the contact is verified if it still is the one the code went to. */
export async function verifyContact(
  deps: CodeDependencies,
  scope: Scope,
  contact: string,
  code: string,
): Promise<Result<Account, Failure>> {
  const allowed = asThemselves(scope);
  if (!allowed.ok) return allowed;
  if (!isOtpContact(contact)) return noSuchContact;
  const proven = await checkCode(deps, scope, { purpose: purposes[contact], code });
  if (!proven.ok) return proven;
  return deps.db.transaction(async (transaction) => {
    const store = peopleStore(transaction);
    const person = scope.userId === null ? null : await store.hold(scope, scope.userId);
    if (person === null || person[contact] !== proven.value.destination)
      return err(failure('BAD_INPUT', 'Invalid code', 'otp'));
    const after = await store.update(scope, person.id, verified[contact]);
    const entry = { at: deps.clock.now(), action: 'account.contactVerified', details: { contact } } as const;
    await audit(scope, transaction, { ...entry, subjectId: person.id });
    return after === null || after === 'email taken' ? err(failure('NOT_FOUND', 'No such user')) : ok(after);
  });
}

const verified: Record<OtpContact, object> = { email: { isEmailVerified: true }, phone: { isPhoneVerified: true } };

const ownAccount = ({ db }: CodeDependencies, scope: Scope) =>
  scope.userId === null ? null : peopleStore(db).find(scope, scope.userId);
