import { createHmac, hkdfSync } from 'node:crypto';
import { normalizeEmail } from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { audit, nobody } from '../../audit/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { AccountsStore, Credentials } from '../accounts/index.ts';
import { deviceHashOf, isKnownBrowser } from '../known-browsers/index.ts';
import type { AttemptLimits } from '../limits/index.ts';
import { awaitCode, type SecondFactor } from '../two-factor/await-code.ts';
import { isTrusted } from '../two-factor/trusted-browsers.ts';
import { openSession, type SessionOpener } from './open-session.ts';
import { verifyPassword } from './passwords.ts';
import type { SignedIn } from './signed-in.ts';

export interface SignInDependencies extends SessionOpener, SecondFactor {
  readonly accounts: Pick<AccountsStore, 'findCredentials'>;
  readonly limits: AttemptLimits;
  readonly fingerprintOf: Fingerprint;
}

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  /** What the browser keeps: one that is known has tries of its own, and a trusted one is asked for no code. */
  readonly deviceId?: string | null | undefined;
  /** The peer's. */
  readonly address: string;
}

const wrong = failure('UNAUTHENTICATED', 'Wrong email/password');

/**
 * Signs in with email and password. With two-factor on, that is half of the key: a code is sent, and the session opens
 * when it is handed in. A wrong password, an unknown address and an account whose invitation was never accepted get the
 * same answer by the same path.
 */
export async function signIn(deps: SignInDependencies, attempt: SignInAttempt): Promise<Result<SignedIn, Failure>> {
  const { address } = attempt;
  const email = normalizeEmail(attempt.email);
  const deviceHash = deviceHashOf(attempt.deviceId);
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
    return ok(await letIn(deps, credentials, { address, deviceHash }));
  });
}

/** Whoever's password was right, or halfway where a code is asked for. */
async function letIn(
  deps: SignInDependencies,
  credentials: Credentials,
  { address, deviceHash }: { readonly address: string; readonly deviceHash: string | null },
): Promise<SignedIn> {
  const skipsCode =
    credentials.otpContact === null || (deviceHash !== null && (await isTrusted(deps, credentials.userId, deviceHash)));
  if (!skipsCode) return awaitCode(deps, credentials, deviceHash);
  return { token: await openSession(deps, credentials, { address, by: 'password', deviceHash }), otpContact: null };
}

/** Known or not, a failure writes one row: neither the work nor the time of an answer tells which. */
async function recordFailure(
  { db, clock, fingerprintOf }: SignInDependencies,
  credentials: Credentials | null,
  { email, address }: SignInAttempt,
): Promise<void> {
  const entry = { at: clock.now(), action: 'session.signInFailed', address } as const;
  await (credentials === null
    ? audit(nobody, db, { ...entry, details: { reason: 'password', unknownAccount: fingerprintOf(email) } })
    : audit(systemScope(credentials.organizationId), db, {
        ...entry,
        details: { reason: 'password' },
        subjectId: credentials.userId,
      }));
}

/** The same for the same text, and nothing to be read from it without the installation's secret. */
export type Fingerprint = (text: string) => string;

export function fingerprints(secret: string): Fingerprint {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'atrium fingerprint v1', 32));
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, 16);
}
