import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { signedOutScope, systemScope } from '../../../platform/tenancy/scope.ts';
import { recordAudit } from '../../audit/index.ts';
import type { AccountsStore, Credentials } from '../accounts/accounts.store.ts';
import { checkCode } from '../codes/check-code.ts';
import { type CodeDependencies, issueCode } from '../codes/issue-code.ts';
import { createSecretToken, hashToken } from '../codes/single-use-tokens.ts';
import { openSession, type SessionOpener, type SignedIn } from './open-session.ts';
import { type PendingSignIn, twoFactorStore } from './two-factor.store.ts';

/** Time from the password to the code, ms. Longer than the life of a code, so that another can be sent. */
const pendingLifeMs = 20 * 60_000;

/** Dependencies of the second half of signing in. */
export type SecondFactorDependencies = CodeDependencies;

/** Sends a code after a correct password, and returns the token to submit it with. */
export async function startSecondFactor(
  deps: SecondFactorDependencies,
  credentials: Credentials,
  deviceHash: string | null = null,
): Promise<SignedIn> {
  const { token, tokenHash } = createSecretToken();
  const now = deps.clock.now();
  const pending = { userId: credentials.userId, tokenHash, expiresAt: now + pendingLifeMs, deviceHash };
  await twoFactorStore(deps.db).addPending(pending, now);
  // A refusal within a minute of the previous code is fine, because that code is still valid.
  await sendSignInCode(deps, credentials);
  return { token, otpContact: contactOf(credentials).contact };
}

function sendSignInCode(deps: SecondFactorDependencies, credentials: Credentials) {
  const { organizationId, userId, language } = credentials;
  const request = { purpose: 'sign-in', ...contactOf(credentials), language } as const;
  return issueCode(deps, signedOutScope(organizationId, userId), request);
}

function contactOf({ otpContact, phone, email }: Credentials) {
  return otpContact === 'phone' && phone !== null
    ? ({ contact: 'phone', destination: phone } as const)
    : ({ contact: 'email', destination: email } as const);
}

interface FinishSignInDependencies extends SessionOpener, SecondFactorDependencies {
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
