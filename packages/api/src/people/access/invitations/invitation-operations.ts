import { err, type Failure, failure, ok, type Result, type UserId } from '@atrium/domain/core';
import { normalizePhone } from '@atrium/domain/core/phones';
import { normalizeEmail, type OtpContact } from '@atrium/domain/people/access';
import type { MessageDelivery } from '../../../platform/config/delivery.ts';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import { signedOutScope } from '../../../platform/tenancy/scope.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Links } from '../../notifications/index.ts';
import { accountsStore } from '../accounts/accounts.store.ts';
import type { LinkLimit } from '../codes/attempt-limits.ts';
import { checkCode } from '../codes/check-code.ts';
import { type CodeDependencies, type IssuedCode, issueCode } from '../codes/issue-code.ts';
import { createSecretToken, hashToken } from '../codes/single-use-tokens.ts';
import { buildPhoneFailure } from '../people/check-person.ts';
import { acceptInvitation } from './accept-invitation.ts';
import {
  findInvitation,
  findOpenInvitation,
  type InvitationDependencies,
  toInvitationState,
} from './find-invitation.ts';
import type { InvitationOperations } from './invitations.graphql.ts';
import { invitationsStore } from './invitations.store.ts';
import { placeholderEmail } from './invite-user.ts';
import { invitationLifeMs, mailInvitation } from './mail-invitation.ts';

/** Minimum time between two links, ms. */
const pause = 60_000;

/**
 * Mails the holder of an expired link a new one, to the invitation's address only. NOT_FOUND for an unknown token,
 * BAD_INPUT if there is nothing to resend or mail is not set up. RATE_LIMITED within a minute of the last one, and
 * after too many to that address.
 */
async function resendInvitation(
  {
    db,
    clock,
    links,
    delivery,
  }: InvitationDependencies & { readonly links: Links; readonly delivery: MessageDelivery },
  token: string,
  address: string,
): Promise<Result<true, Failure>> {
  const now = clock.now();
  return inTransaction<true>(db, async (transaction) => {
    const refuse = (code: Failure['code'], message: string) => unwrap<true>(err(failure(code, message, 'token')));
    if (delivery.mail === 'none')
      return refuse('BAD_INPUT', 'Mail is not set up here: ask whoever invited you for a new link');
    const store = invitationsStore(transaction);
    const kept = await store.hold(hashToken(token));
    const state = toInvitationState(kept, now);
    if (kept === null || state === 'UNKNOWN') return refuse('NOT_FOUND', 'No such invitation');
    if (state === 'ACCEPTED') return refuse('BAD_INPUT', 'This invitation was accepted already');
    if (kept.email === placeholderEmail) return refuse('BAD_INPUT', 'Nobody knows where to send it');
    const scope = signedOutScope(kept.organizationId, kept.userId);
    const last = await store.lastSentAt(kept.userId);
    if (last !== null && last > now - pause) return refuse('RATE_LIMITED', 'A mail was sent a moment ago');
    const account = await accountsStore(transaction).findAccount(scope, kept.userId);
    if (account === null) return refuse('NOT_FOUND', 'No such invitation');
    const fresh = createSecretToken();
    const expiresAt = now + invitationLifeMs;
    await store.insert(scope, { userId: kept.userId, tokenHash: fresh.tokenHash, createdAt: now, expiresAt });
    const details = { email: kept.email, role: kept.role };
    const entry = { at: now, action: 'account.invited', details, subjectId: kept.userId, address } as const;
    await recordAudit(scope, transaction, entry);
    // Without a user, because the invited person asked for it.
    const byNobody = { ...scope, userId: null };
    unwrap(await mailInvitation(transaction, { links }, byNobody, { account, token: fresh.token, at: now }));
    return true;
  });
}

type Dependencies = ContactDependencies &
  Parameters<typeof acceptInvitation>[0] &
  Parameters<typeof resendInvitation>[0];

/** Builds the operations of a link's holder. RATE_LIMITED after too many from one IP address. */
export function createInvitationOperations(deps: Dependencies, limit: LinkLimit): InvitationOperations {
  return {
    invitationByToken: (token, address) => limit.try(address, () => findInvitation(deps, token)),
    acceptInvitation: (acceptance, address) => limit.try(address, () => acceptInvitation(deps, acceptance, address)),
    resendInvitation: (token, address) => limit.try(address, () => resendInvitation(deps, token, address)),
    sendInvitationCode: (token, contact, address) => limit.try(address, () => sendInvitationCode(deps, token, contact)),
    verifyInvitedContact: (token, otp, address) => limit.try(address, () => verifyInvitedContact(deps, token, otp)),
    chooseInvitedContact: (token, contact, address) =>
      limit.try(address, () => chooseInvitedContact(deps, token, contact)),
  };
}

type ContactDependencies = InvitationDependencies & CodeDependencies;

/**
 * Sends a code to the phone that an invited person entered, or to their address if the invitation has none. BAD_INPUT
 * with the field. RATE_LIMITED within a minute of the previous code, and after too many for that invitation or contact.
 */
async function sendInvitationCode(
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
async function verifyInvitedContact(
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
async function chooseInvitedContact(
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
