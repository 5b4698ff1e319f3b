import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, type Failure, ok, type Result } from '@atrium/domain/core';
import { normalizeEmail } from '@atrium/domain/people/access';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { recordAudit, unknownActor } from '../../audit/index.ts';
import { enqueueMail, type Links } from '../../notifications/index.ts';
import type { AccountsStore, Credentials } from '../accounts/accounts.store.ts';
import type { AttemptLimits } from '../codes/attempt-limits.ts';
import { issueToken } from '../codes/single-use-tokens.ts';
import type { Fingerprint } from '../sessions/sign-in.ts';

export interface ResetDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: Links;
  readonly accounts: Pick<AccountsStore, 'findCredentials'>;
  /** Separate limits: requesting a link reveals nothing about passwords. */
  readonly limits: AttemptLimits;
  readonly fingerprintOf: Fingerprint;
}

/** Minimum response time, ms. Longer than the work for an existing account, so that timing reveals nothing. */
const minResponseMs = 250;

/**
 * Mails the account's owner a link to set a new password. The answer and its time are the same for unknown, unverified
 * and pending accounts. RATE_LIMITED after too many requests.
 */
export async function requestPasswordReset(
  deps: ResetDependencies,
  { email: typed, address }: { readonly email: string; readonly address: string },
): Promise<Result<void, Failure>> {
  const email = normalizeEmail(typed);
  const work = async () => {
    const credentials = email === null ? null : await deps.accounts.findCredentials(email);
    const mayReset = credentials?.isEmailVerified === true && credentials.passwordHash !== null;
    await (mayReset ? sendLink(deps, credentials, address) : recordUnknown(deps, typed, address));
  };
  return deps.limits.try({ account: email ?? '', address }, async () => {
    await Promise.all([work(), pause(minResponseMs)]);
    return ok(undefined);
  });
}

function sendLink({ db, clock, links }: ResetDependencies, credentials: Credentials, address: string): Promise<void> {
  const { userId, organizationId, email, firstName, language } = credentials;
  return db.transaction(async (transaction) => {
    const at = clock.now();
    const { token, expiresAt } = await issueToken(transaction, 'password-reset', { userId }, at);
    const dedupeKey = `password-reset/${userId}/${at}`;
    const letter = { organizationId, recipient: email, dedupeKey, at, expiresAt, language };
    const link = links.to('/reset-password-confirm', { token });
    const minutes = Math.round((expiresAt - at) / 60_000);
    await enqueueMail(transaction, letter, 'passwordReset', { firstName, link, minutes });
    const entry = { at, action: 'account.passwordResetRequested', details: {}, subjectId: userId, address } as const;
    await recordAudit(systemScope(organizationId), transaction, entry);
  });
}

async function recordUnknown({ db, clock, fingerprintOf }: ResetDependencies, email: string, address: string) {
  const details = { unknownAccount: fingerprintOf(email) };
  await recordAudit(unknownActor, db, { at: clock.now(), action: 'account.passwordResetRequested', details, address });
}
