import { err, type Failure, failure, type Instant, ok, type Result, type UserId } from '@atrium/domain/core';
import { normalizePhone } from '@atrium/domain/core/phones';
import { normalizeEmail, type OtpContact } from '@atrium/domain/people/access';
import type { MessageDelivery } from '../../../platform/config/delivery.ts';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { signedOutScope } from '../../../platform/tenancy/scope.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Links } from '../../notifications/index.ts';
import { updateOrganization } from '../../organization/index.ts';
import { accountsStore } from '../accounts/accounts.store.ts';
import type { LinkLimit } from '../codes/attempt-limits.ts';
import { checkCode } from '../codes/check-code.ts';
import { type CodeDependencies, checkReach, type IssuedCode, issueCode } from '../codes/issue-code.ts';
import { oneTimeCodesStore } from '../codes/one-time-codes.store.ts';
import { createSecretToken, hashToken } from '../codes/single-use-tokens.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { buildPhoneFailure } from '../people/check-person.ts';
import type { PeopleDependencies } from '../people/people-dependencies.ts';
import { type Acceptance, checkAcceptance, checkNaming } from './check-acceptance.ts';
import {
  findInvitation,
  findOpenInvitation,
  type InvitationDependencies,
  refuseUnlessOpen,
  toInvitationState,
} from './find-invitation.ts';
import type { InvitationOperations } from './invitations.graphql.ts';
import { type AcceptedPerson, invitationsStore, type StoredInvitation } from './invitations.store.ts';
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

/** Time a contact verified before acceptance counts, ms. */
const provenLifeMs = 60 * 60_000;

/**
 * Returns which contacts of an accepting person count as verified. These are the address of a mailed link, and a
 * contact verified by a code if they accept with it. Refuses two-factor by any other contact, which could lock them out
 * or let others in.
 */
async function findProvenContacts(
  { db, delivery }: { readonly db: Database; readonly delivery: MessageDelivery },
  { userId, otpContact }: StoredInvitation,
  person: AcceptedPerson,
  now: Instant,
): Promise<Result<Pick<AcceptedPerson, 'isEmailVerified' | 'isPhoneVerified' | 'otpContact'>, Failure>> {
  const reached = otpContact === null ? ok(undefined) : checkReach(delivery, otpContact, 'otpContact');
  if (!reached.ok) return reached;
  const proven = await oneTimeCodesStore(db).lastProven(userId, 'invitation', now - provenLifeMs);
  const isProven = (contact: 'email' | 'phone', value: string | null | undefined) =>
    proven !== null && proven.contact === contact && proven.destination === value;
  const isEmailVerified = person.isEmailVerified === true || isProven('email', person.email);
  const isPhoneVerified = isProven('phone', person.phone);
  if ((otpContact === 'phone' && !isPhoneVerified) || (otpContact === 'email' && !isEmailVerified))
    return err(failure('BAD_INPUT', 'This contact is not verified yet', 'otpContact'));
  return ok({ isEmailVerified, isPhoneVerified, otpContact });
}

/**
 * Makes an invited person a member. Only one of concurrent acceptances succeeds. One transaction writes the user, the
 * organization named by an administrator and the audit entry. Returns the sign-in address. NOT_FOUND, BAD_INPUT with
 * the field, FORBIDDEN to name the organization.
 */
async function acceptInvitation(
  { db, clock, languages, delivery }: InvitationDependencies & Pick<PeopleDependencies, 'languages' | 'delivery'>,
  acceptance: Acceptance,
  address: string,
): Promise<Result<string, Failure>> {
  const seen = await findOpenInvitation({ db, clock }, acceptance.token);
  if (!seen.ok) return seen;
  const tokenHash = hashToken(acceptance.token);
  const checked = checkAcceptance(acceptance, seen.value, { languages, delivery });
  if (!checked.ok) return checked;
  // Hash before the transaction: it takes long enough to block others.
  const person = { ...checked.value, passwordHash: await hashPassword(acceptance.password) };
  const { organization } = acceptance;
  const accepted = await inTransaction(db, (transaction) =>
    accept({ db: transaction, clock, delivery, tokenHash, person, organization, address }),
  );
  return accepted.ok ? ok(person.email) : accepted;
}

interface Step extends Pick<InvitationDependencies, 'db' | 'clock'>, Pick<PeopleDependencies, 'delivery'> {
  readonly tokenHash: string;
  readonly person: AcceptedPerson;
  readonly organization: Acceptance['organization'];
  readonly address: string;
}

async function accept({ db, clock, delivery, tokenHash, person, organization, address }: Step): Promise<void> {
  const at = clock.now();
  const store = invitationsStore(db);
  const kept = unwrap(refuseUnlessOpen(await store.hold(tokenHash), at));
  // Checked again: the profile may have changed since the first check.
  unwrap(checkNaming(organization, kept));
  const { userId, organizationId, email, role } = kept;
  const scope = signedOutScope(organizationId, userId);
  if (person.email !== email && (await store.isEmailTaken(person.email))) unwrap(err(hasAccount));
  // An unverified address cannot sign in if another account has it.
  if (person.isEmailVerified === false && (await store.isEmailInUse(person.email))) unwrap(err(hasAccount));
  const contacts = unwrap(await findProvenContacts({ db, delivery }, kept, person, at));
  if (!(await store.accept(scope, userId, { ...person, ...contacts }, at))) unwrap(err(hasAccount));
  if (organization) {
    // An invitation that may name the organization covers all of its sites.
    const ofAllSites = { ...scope, installationIds: null };
    unwrap(await updateOrganization({ db, clock }, ofAllSites, named(organizationId, organization)));
  }
  const details = { email: person.email, role };
  await recordAudit(scope, db, { at, action: 'account.accepted', details, subjectId: userId, address });
}

const hasAccount = failure('BAD_INPUT', 'This email address has an account already', 'email');

const named = (id: number, { name, address }: NonNullable<Acceptance['organization']>) => ({
  id,
  name,
  ...(address === undefined ? {} : { address }),
});
