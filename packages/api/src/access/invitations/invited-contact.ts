import { normalizeEmail, type OtpContact } from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result, type UserId } from '@atrium/domain/core';
import { normalizePhone } from '@atrium/domain/core/phones';
import { signedOutScope } from '../../platform/tenancy/scope.ts';
import { type CodeDependencies, checkCode, type IssuedCode, issueCode } from '../one-time-codes/index.ts';
import { buildPhoneFailure } from '../people/rules/phone-failure.ts';
import { hashToken } from '../single-use-tokens/secret-token.ts';
import { findOpenInvitation, type InvitationDependencies } from './find-invitation.ts';
import { invitationsStore } from './invitations.store.ts';
import { placeholderEmail } from './invite-user.ts';

export type ContactDependencies = InvitationDependencies & CodeDependencies;

/**
 * Sends a code to the phone that an invited person entered, or to their address if the invitation has none. BAD_INPUT
 * with the field. RATE_LIMITED within a minute of the previous code, and after too many for that invitation or contact.
 */
export async function sendInvitationCode(
  deps: ContactDependencies,
  token: string,
  { phone, email }: { readonly phone?: string | null | undefined; readonly email?: string | null | undefined },
): Promise<Result<IssuedCode, Failure>> {
  const opened = await findOpenInvitation(deps, token);
  if (!opened.ok) return opened;
  const { userId, organizationId, language, email: own } = opened.value;
  if (email != null && own !== placeholderEmail)
    return err(failure('BAD_INPUT', 'The invitation says which address it is for', 'email'));
  const contact = email == null ? 'phone' : 'email';
  const destination = contact === 'email' ? normalizeEmail(email ?? '') : normalizePhone(phone ?? '');
  if (destination === null)
    return err(
      contact === 'phone' ? buildPhoneFailure('phone') : failure('BAD_INPUT', 'This is not an email address', 'email'),
    );
  const request = { purpose: 'invitation', contact, destination, language } as const;
  return issueCode(deps, signedOutScope(organizationId, userId), request);
}

/** Checks the code and returns the invited user's id. The verified contact is read when they accept. */
export async function verifyInvitedContact(
  deps: ContactDependencies,
  token: string,
  otp: string,
): Promise<Result<UserId, Failure>> {
  const opened = await findOpenInvitation(deps, token);
  if (!opened.ok) return opened;
  const { userId, organizationId } = opened.value;
  const proven = await checkCode(deps, signedOutScope(organizationId, userId), { purpose: 'invitation', code: otp });
  return proven.ok ? ok(userId) : proven;
}

/** Stores the contact for two-factor codes, checked at acceptance. Null: two-factor stays off. */
export async function chooseInvitedContact(
  deps: InvitationDependencies,
  token: string,
  otpContact: OtpContact | null,
): Promise<Result<true, Failure>> {
  const opened = await findOpenInvitation(deps, token);
  if (!opened.ok) return opened;
  const { userId, organizationId } = opened.value;
  await deps.db.transaction(async (transaction) => {
    const store = invitationsStore(transaction);
    // The lock orders a choice and a concurrent acceptance.
    const kept = await store.hold(hashToken(token));
    if (kept !== null && !kept.isAccepted)
      await store.chooseContact(signedOutScope(organizationId, userId), userId, otpContact);
  });
  return ok(true);
}
