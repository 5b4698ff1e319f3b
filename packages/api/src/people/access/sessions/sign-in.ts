import { createHmac, hkdfSync } from 'node:crypto';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { normalizeEmail } from '@atrium/domain/people/access';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { recordAudit, unknownActor } from '../../audit/index.ts';
import type { AccountsStore, Credentials } from '../accounts/accounts.store.ts';
import { hashDeviceId, isKnownBrowser } from '../browsers/known-browsers.ts';
import { isTrusted } from '../browsers/trusted-browsers.ts';
import type { AttemptLimits } from '../codes/attempt-limits.ts';
import { verifyPassword } from '../credentials/passwords.ts';
import type { SignedIn } from './open-session.ts';
import { openSession, type SessionOpener } from './open-session.ts';
import { type SecondFactorDependencies, startSecondFactor } from './second-factor.ts';

export interface SignInDependencies extends SessionOpener, SecondFactorDependencies {
  readonly accounts: Pick<AccountsStore, 'findCredentials'>;
  readonly limits: AttemptLimits;
  readonly fingerprintOf: Fingerprint;
}

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  /**
   * Device cookie of the browser. Attempts in a known browser are counted separately, and a trusted one needs no code.
   */
  readonly deviceId?: string | null | undefined;
  /** IP address of the peer. */
  readonly address: string;
}

const wrong = failure('UNAUTHENTICATED', 'Wrong email/password');

/**
 * Signs in with email and password. With two-factor on it sends a code, and the session opens when the code is entered.
 * A wrong password, an unknown address and a pending account get the same answer by the same code path.
 */
export async function signIn(deps: SignInDependencies, attempt: SignInAttempt): Promise<Result<SignedIn, Failure>> {
  const { address } = attempt;
  const email = normalizeEmail(attempt.email);
  const deviceHash = hashDeviceId(attempt.deviceId);
  const browser = (await isKnownBrowser(deps, email, deviceHash)) ? deviceHash : null;
  const counted = { account: email ?? '', address, browser };
  return deps.limits.try(counted, async () => {
    const credentials = email === null ? null : await deps.accounts.findCredentials(email);
    const isRight = await verifyPassword(credentials?.passwordHash ?? null, attempt.password);
    if (!isRight || credentials === null) {
      await recordFailure(deps, credentials, attempt);
      return err(wrong);
    }
    await deps.limits.forgive(counted);
    return ok(await completeSignIn(deps, credentials, { address, deviceHash }));
  });
}

/** Opens a session after a correct password, or a pending sign-in if a code is needed. */
async function completeSignIn(
  deps: SignInDependencies,
  credentials: Credentials,
  { address, deviceHash }: { readonly address: string; readonly deviceHash: string | null },
): Promise<SignedIn> {
  const skipsCode =
    credentials.otpContact === null || (deviceHash !== null && (await isTrusted(deps, credentials.userId, deviceHash)));
  if (!skipsCode) return startSecondFactor(deps, credentials, deviceHash);
  return { token: await openSession(deps, credentials, { address, by: 'password', deviceHash }), otpContact: null };
}

/** Writes one row for known and unknown accounts, so that timing does not reveal which. */
async function recordFailure(
  { db, clock, fingerprintOf }: SignInDependencies,
  credentials: Credentials | null,
  { email, address }: SignInAttempt,
): Promise<void> {
  const entry = { at: clock.now(), action: 'session.signInFailed', address } as const;
  await (credentials === null
    ? recordAudit(unknownActor, db, { ...entry, details: { reason: 'password', unknownAccount: fingerprintOf(email) } })
    : recordAudit(systemScope(credentials.organizationId), db, {
        ...entry,
        details: { reason: 'password' },
        subjectId: credentials.userId,
      }));
}

/** Keyed hash: the same text gives the same value, which reveals nothing without the installation's secret. */
export type Fingerprint = (text: string) => string;

export function createFingerprint(secret: string): Fingerprint {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'atrium fingerprint v1', 32));
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, 16);
}
