import type { Instant } from '@atrium/domain/core';
import { enqueueMail, type Links } from '../../notifications/index.ts';
import { organisationStore } from '../../organisation/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { type Account, accountsStore } from '../accounts/index.ts';
import type { Scope } from '../scope.ts';

const invitationDays = 7;
/** ms */
export const invitationLife = invitationDays * 24 * 60 * 60_000;

/** Mails the link of an invitation to the address it is for, in the name of whoever invites. */
export async function mailInvitation(
  transaction: Database,
  { links }: { readonly links: Links },
  scope: Scope,
  { account, token, at }: { readonly account: Account; readonly token: string; readonly at: Instant },
): Promise<void> {
  const organization = await organisationStore(transaction).find(scope);
  const inviter = scope.userId === null ? null : await accountsStore(transaction).findAccount(scope, scope.userId);
  const inviterName = inviter === null ? '' : `${inviter.firstName} ${inviter.lastName}`.trim();
  const letter = {
    organizationId: scope.organizationId,
    recipient: account.email,
    dedupeKey: `invitation/${account.id}/${token.slice(0, 8)}`,
    at,
    expiresAt: at + invitationLife,
    language: account.language,
  };
  await enqueueMail(transaction, letter, 'invitation', {
    organization: organization?.name ?? '',
    inviter: inviterName === '' ? null : inviterName,
    link: links.to('/invitation', { token }),
    days: invitationDays,
  });
}
