import { err, type Failure, failure, type Result } from '@atrium/domain/core';
import { recordAudit } from '../../audit/index.ts';
import type { Links } from '../../notifications/index.ts';
import type { MessageDelivery } from '../../platform/config/index.ts';
import { inTransaction, unwrap } from '../../platform/relational/index.ts';
import { signedOutScope } from '../../platform/tenancy/scope.ts';
import { accountsStore } from '../accounts/index.ts';
import { createSecretToken, hashToken } from '../single-use-tokens/secret-token.ts';
import { type InvitationDependencies, toInvitationState } from './find-invitation.ts';
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
export async function resendInvitation(
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
