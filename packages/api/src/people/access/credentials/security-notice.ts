import type { Instant } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { enqueueMail, type Links } from '../../notifications/index.ts';
import type { Credentials } from '../accounts/accounts.store.ts';

interface Notice {
  readonly what: 'passwordChanged' | 'twoFactorChanged' | 'emailChangeRequested' | 'emailChanged';
  /** Set if the account gets a new address. */
  readonly newEmail?: string;
  readonly at: Instant;
  /** IP address of the peer. */
  readonly address: string;
}

/** Time a notice is worth sending, ms. */
const noticeLifeMs = 7 * 24 * 60 * 60_000;

/** Notifies a user by email of changed credentials, so that they notice changes by others. */
export async function sendSecurityNotice(
  transaction: Database,
  links: Links,
  {
    userId,
    organizationId,
    email,
    firstName,
    language,
    timezone,
  }: Pick<Credentials, 'userId' | 'organizationId' | 'email' | 'firstName' | 'language' | 'timezone'>,
  { what, newEmail, at, address }: Notice,
): Promise<void> {
  const dedupeKey = `security/${what}/${userId}/${at}`;
  const letter = { organizationId, recipient: email, dedupeKey, at, expiresAt: at + noticeLifeMs, language };
  const link = links.to('/user-profile/security');
  const details = { what, firstName, email, newEmail, at, timezone: timezone ?? 'UTC', address, link };
  await enqueueMail(transaction, letter, 'securityNotice', details);
}
