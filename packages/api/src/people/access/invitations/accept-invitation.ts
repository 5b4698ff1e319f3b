import { err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { MessageDelivery } from '../../../platform/config/delivery.ts';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { signedOutScope } from '../../../platform/tenancy/scope.ts';
import { recordAudit } from '../../audit/index.ts';
import { updateOrganization } from '../../organization/index.ts';
import { checkReach } from '../codes/issue-code.ts';
import { oneTimeCodesStore } from '../codes/one-time-codes.store.ts';
import { hashToken } from '../codes/single-use-tokens.ts';
import { hashPassword } from '../credentials/passwords.ts';
import type { PeopleDependencies } from '../people/people-dependencies.ts';
import { type Acceptance, checkAcceptance, checkNaming } from './check-acceptance.ts';
import { findOpenInvitation, type InvitationDependencies, refuseUnlessOpen } from './find-invitation.ts';
import { type AcceptedPerson, invitationsStore, type StoredInvitation } from './invitations.store.ts';

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
export async function acceptInvitation(
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
