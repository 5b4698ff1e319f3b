import { createHmac, hkdfSync } from 'node:crypto';
import { normalizeEmail } from '@atrium/domain/access';
import { type Clock, err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { audit, nobody } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { AccountsStore } from '../accounts/index.ts';
import { doorScope, systemScope } from '../scope.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { verifyPassword } from './passwords.ts';
import { sessionsStore } from './sessions.store.ts';

/** A session ends this long after signing in, however often its tokens were renewed; ms. */
export const sessionLife = 10 * 60 * 60_000;

export interface SignInDependencies {
  readonly accounts: Pick<AccountsStore, 'findCredentials'>;
  readonly db: Database;
  readonly tokens: AccessTokens;
  readonly limits: AttemptLimits;
  readonly clock: Clock;
  readonly fingerprintOf: Fingerprint;
}

type Credentials = NonNullable<Awaited<ReturnType<AccountsStore['findCredentials']>>>;

const wrong = failure('UNAUTHENTICATED', 'Wrong email/password');

/**
 * Signs in with email and password and answers the access token of a new session. A wrong password, an unknown address
 * and an account whose invitation was never accepted get the same answer by the same path.
 */
export async function signIn(
  deps: SignInDependencies,
  attempt: { readonly email: string; readonly password: string; readonly address: string },
): Promise<Result<string, Failure>> {
  const { accounts, tokens, limits, clock } = deps;
  const email = normalizeEmail(attempt.email);
  const taken = await limits.take(email ?? '', attempt.address);
  if (!taken.ok) return taken;
  const credentials = email === null ? null : await accounts.findCredentials(email);
  const isRight = await verifyPassword(credentials?.passwordHash ?? null, attempt.password);
  if (!isRight || email === null || credentials === null) {
    await recordFailure(deps, credentials, attempt);
    return err(wrong);
  }
  await limits.forgive(email, attempt.address);
  // A password is only half of such an account's key, and there is no door here for the other half.
  if (credentials.otpContact !== null)
    return err(failure('FORBIDDEN', 'This account asks for a one-time code, which this server does not send'));
  const now = clock.now();
  const expiresAt = now + sessionLife;
  const sessionId = await openSession(deps, credentials, attempt.address, now, expiresAt);
  return ok(await tokens.issue(sessionId, expiresAt));
}

/** No session without its entry in the audit log. */
function openSession(
  { db }: SignInDependencies,
  { userId, organizationId }: Credentials,
  address: string,
  at: Instant,
  expiresAt: Instant,
): Promise<string> {
  return db.transaction(async (transaction) => {
    const entry = { at, action: 'session.signedIn', details: {}, subjectId: userId, address } as const;
    await audit(doorScope(organizationId, userId), transaction, entry);
    return sessionsStore(transaction).open(userId, at, expiresAt);
  });
}

/** Known or not, a failure writes one row: neither the work nor the time of an answer tells which. */
async function recordFailure(
  { db, clock, fingerprintOf }: SignInDependencies,
  credentials: Credentials | null,
  { email, address }: { readonly email: string; readonly address: string },
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
type Fingerprint = (text: string) => string;

export function fingerprints(secret: string): Fingerprint {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'atrium fingerprint v1', 32));
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, 16);
}
