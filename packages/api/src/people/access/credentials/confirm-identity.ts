import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { AttemptLimits } from '../codes/attempt-limits.ts';
import { credentialsStore } from './credentials.store.ts';
import { verifyPassword } from './passwords.ts';

/** Time a sign-in counts as recent, ms. */
const recentMs = 15 * 60_000;

export interface Proof {
  /** Required if the sign-in is not recent. */
  readonly password?: string | null | undefined;
  /** IP address of the peer. */
  readonly address: string;
}

interface ConfirmDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly limits: AttemptLimits;
}

/**
 * Checks that the scope's user is present: by a recent sign-in, or the password. This protects credentials in a session
 * left open. FORBIDDEN under `password` if it is missing, BAD_INPUT if it is wrong.
 */
export async function confirmIdentity(
  deps: ConfirmDependencies,
  scope: Scope,
  { password, address }: Proof,
): Promise<Result<void, Failure>> {
  if (password != null) return confirmPassword(deps, scope, { password, address });
  const { sessionId } = scope;
  const openedAt = sessionId === null ? null : await credentialsStore(deps.db).sessionOpenedAt(sessionId);
  return openedAt !== null && openedAt > deps.clock.now() - recentMs ? ok(undefined) : err(passwordMissing);
}

const passwordMissing = failure('FORBIDDEN', 'Type your password to confirm', 'password');

/**
 * Checks the password of the scope's user. Attempts are counted like sign-ins. FORBIDDEN under `password` if it is
 * missing, BAD_INPUT under the field if it is wrong.
 */
export async function confirmPassword(
  { db, limits }: ConfirmDependencies,
  scope: Scope,
  { password, address }: Proof,
  field = 'password',
): Promise<Result<void, Failure>> {
  if (password == null) return err(passwordMissing);
  const attempt = { account: `member/${scope.userId}`, address };
  return limits.try(attempt, async () => {
    const kept = scope.userId === null ? null : await credentialsStore(db).passwordHash(scope, scope.userId);
    if (!(await verifyPassword(kept, password))) return err(failure('BAD_INPUT', 'Wrong password', field));
    await limits.forgive(attempt);
    return ok(undefined);
  });
}
