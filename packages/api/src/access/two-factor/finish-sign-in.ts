import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { recordAudit } from '../../audit/index.ts';
import { signedOutScope, systemScope } from '../../platform/tenancy/scope.ts';
import type { AccountsStore } from '../accounts/index.ts';
import { checkCode } from '../one-time-codes/index.ts';
import { openSession, type SessionOpener } from '../sessions/open-session.ts';
import { hashToken } from '../single-use-tokens/secret-token.ts';
import { type SecondFactorDependencies, sendSignInCode } from './start-second-factor.ts';
import { type PendingSignIn, twoFactorStore } from './two-factor.store.ts';

export interface FinishSignInDependencies extends SessionOpener, SecondFactorDependencies {
  readonly accounts: Pick<AccountsStore, 'findCredentials'>;
}

const strange = err(failure('UNAUTHENTICATED', 'Sign in with your password first'));

/**
 * Checks the sign-in code and returns the token of the new session. UNAUTHENTICATED if the pending sign-in expired or
 * ended; BAD_INPUT 'Invalid code'; RATE_LIMITED after five of those.
 */
export async function finishSignIn(
  deps: FinishSignInDependencies,
  { bearer, otp, address }: { readonly bearer: string; readonly otp: string; readonly address: string },
): Promise<Result<string, Failure>> {
  const tokenHash = hashToken(bearer);
  const pending = await twoFactorStore(deps.db).findPending(tokenHash, deps.clock.now());
  if (pending === null) return strange;
  const scope = signedOutScope(pending.organizationId, pending.userId);
  const proven = await checkCode(deps, scope, { purpose: 'sign-in', code: otp });
  if (!proven.ok) {
    await recordWrongCode(deps, pending, address);
    return proven;
  }
  if (!(await twoFactorStore(deps.db).usePending(tokenHash, deps.clock.now()))) return strange;
  return ok(await openSession(deps, pending, { address, by: 'code', deviceHash: pending.deviceHash }));
}

/** Sends another code. UNAUTHENTICATED as above; RATE_LIMITED within a minute of the previous code. */
export async function resendSignInCode(deps: FinishSignInDependencies, bearer: string): Promise<Result<void, Failure>> {
  const pending = await twoFactorStore(deps.db).findPending(hashToken(bearer), deps.clock.now());
  const credentials = pending && (await deps.accounts.findCredentials(pending.userId));
  if (!credentials) return strange;
  const sent = await sendSignInCode(deps, credentials);
  return sent.ok ? ok(undefined) : sent;
}

function recordWrongCode(
  { db, clock }: FinishSignInDependencies,
  { organizationId, userId }: PendingSignIn,
  address: string,
) {
  const entry = { at: clock.now(), action: 'session.signInFailed', details: { reason: 'code' } } as const;
  return recordAudit(systemScope(organizationId), db, { ...entry, subjectId: userId, address });
}
