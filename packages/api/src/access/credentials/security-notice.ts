import type { Instant } from '@atrium/domain/core';
import { enqueueMail, type Links } from '../../notifications/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Account } from '../accounts/index.ts';

type Notice = 'passwordChanged' | 'twoFactorChanged';

/** Tells somebody by mail that their keys were changed, so that it never happens behind their back. */
export async function noticeOf(
  transaction: Database,
  links: Links,
  { id, organizationId, email, firstName, language, timezone }: Account,
  what: Notice,
  { at, address }: { readonly at: Instant; readonly address: string },
): Promise<void> {
  const letter = { organizationId, recipient: email, dedupeKey: `notice/${what}/${id}/${at}`, at, language };
  const link = links.to('/user-profile/security');
  const told = { what, firstName, email, at, timezone: timezone ?? 'UTC', address, link };
  await enqueueMail(transaction, letter, 'securityNotice', told);
}
