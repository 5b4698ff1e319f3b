import { normalizeEmail } from '@atrium/domain/access';
import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { AccountsStore } from '../accounts/index.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { verifyPassword } from './passwords.ts';
import type { SessionsStore } from './sessions.store.ts';

/** A session ends this long after signing in, however often its tokens were renewed; ms. */
export const sessionLife = 10 * 60 * 60_000;

export interface SignInDependencies {
  readonly accounts: Pick<AccountsStore, 'findCredentials'>;
  readonly sessions: SessionsStore;
  readonly tokens: AccessTokens;
  readonly limits: AttemptLimits;
  readonly clock: Clock;
}

const wrong = failure('UNAUTHENTICATED', 'Wrong email/password');

/**
 * Signs in with email and password and answers the access token of a new session. A wrong password, an unknown address
 * and an account whose invitation was never accepted get the same answer by the same path.
 */
export async function signIn(
  { accounts, sessions, tokens, limits, clock }: SignInDependencies,
  attempt: { readonly email: string; readonly password: string; readonly address: string },
): Promise<Result<string, Failure>> {
  const email = normalizeEmail(attempt.email);
  const taken = await limits.take(email ?? '', attempt.address);
  if (!taken.ok) return taken;
  const credentials = email === null ? null : await accounts.findCredentials(email);
  const isRight = await verifyPassword(credentials?.passwordHash ?? null, attempt.password);
  if (!isRight || email === null || credentials === null) return err(wrong);
  await limits.forgive(email, attempt.address);
  // A password is only half of such an account's key, and there is no door here for the other half.
  if (credentials.otpContact !== null)
    return err(failure('FORBIDDEN', 'This account asks for a one-time code, which this server does not send'));
  const now = clock.now();
  const expiresAt = now + sessionLife;
  return ok(await tokens.issue(await sessions.open(credentials.userId, now, expiresAt), expiresAt));
}
