import { err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { MessageDelivery } from '../../platform/config/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { checkReach, oneTimeCodesStore } from '../one-time-codes/index.ts';
import type { AcceptedPerson, StoredInvitation } from './invitations.store.ts';

/** Time a contact verified before acceptance counts, ms. */
const provenLifeMs = 60 * 60_000;

/**
 * Returns which contacts of an accepting person count as verified: the address of a mailed link, and a contact verified
 * by a code if they accept with it. Refuses two-factor by any other contact, which could lock them out or let others
 * in.
 */
export async function findProvenContacts(
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
