import { type Failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { buildRequestedKey, checkRequestLimits, enqueueMail, type Links } from '../../notifications/index.ts';
import { organizationStore } from '../../organization/index.ts';
import { type Account, accountsStore } from '../accounts/accounts.store.ts';

const invitationDays = 7;
/** ms */
export const invitationLifeMs = invitationDays * 24 * 60 * 60_000;

/**
 * Mails the link of an invitation in the inviter's name. RATE_LIMITED after too many to that address, by that user or
 * in that organization. A scope without a user means that the link's holder asked for it.
 */
export async function mailInvitation(
  transaction: Database,
  { links }: { readonly links: Links },
  scope: Scope,
  { account, token, at }: { readonly account: Account; readonly token: string; readonly at: Instant },
): Promise<Result<void, Failure>> {
  const by = scope.role === 'system' ? null : scope.userId === null ? `invited-${account.id}` : String(scope.userId);
  const requested = {
    kind: 'invitation',
    recipient: account.email,
    organizationId: scope.organizationId,
    by,
    at,
  } as const;
  const allowed = await checkRequestLimits(transaction, requested);
  if (!allowed.ok) return allowed;
  const organization = await organizationStore(transaction).find(scope);
  const inviter = scope.userId === null ? null : await accountsStore(transaction).findAccount(scope, scope.userId);
  const inviterName = inviter === null ? '' : `${inviter.firstName} ${inviter.lastName}`.trim();
  const letter = {
    organizationId: scope.organizationId,
    recipient: account.email,
    dedupeKey: buildRequestedKey(requested, `${account.id}/${token.slice(0, 8)}`),
    at,
    expiresAt: at + invitationLifeMs,
    language: account.language,
  };
  await enqueueMail(transaction, letter, 'invitation', {
    organization: organization?.name ?? '',
    inviter: inviterName === '' ? null : inviterName,
    link: links.to('/invitation', { token }),
    days: invitationDays,
  });
  return ok(undefined);
}
