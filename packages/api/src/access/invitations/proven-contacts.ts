import { err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { MessageDelivery } from '../../platform/config/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { checkReach, oneTimeCodesStore } from '../one-time-codes/index.ts';
import type { AcceptedPerson, KeptInvitation } from './invitations.store.ts';

/** How long a contact that was proven before accepting counts, ms. */
const provenLife = 60 * 60_000;

/**
 * What is trusted of an accepting person's contacts: the address of a mailed link, and whatever a code proved that is
 * what they accept with. Two-factor by any other contact is refused: it would lock them out, or let somebody else in.
 */
export async function provenContacts(
  { db, delivery }: { readonly db: Database; readonly delivery: MessageDelivery },
  { userId, otpContact }: KeptInvitation,
  person: AcceptedPerson,
  now: Instant,
): Promise<Result<Pick<AcceptedPerson, 'isEmailVerified' | 'isPhoneVerified' | 'otpContact'>, Failure>> {
  const reached = otpContact === null ? ok(undefined) : checkReach(delivery, otpContact, 'otpContact');
  if (!reached.ok) return reached;
  const proven = await oneTimeCodesStore(db).lastProven(userId, 'invitation', now - provenLife);
  const isProven = (contact: 'email' | 'phone', value: string | null | undefined) =>
    proven !== null && proven.contact === contact && proven.destination === value;
  const isEmailVerified = person.isEmailVerified === true || isProven('email', person.email);
  const isPhoneVerified = isProven('phone', person.phone);
  if ((otpContact === 'phone' && !isPhoneVerified) || (otpContact === 'email' && !isEmailVerified))
    return err(failure('BAD_INPUT', 'This contact is not verified yet', 'otpContact'));
  return ok({ isEmailVerified, isPhoneVerified, otpContact });
}
