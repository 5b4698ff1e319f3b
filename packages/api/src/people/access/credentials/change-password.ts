import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { refuseViewAs } from '../people/authority.ts';
import { peopleStore } from '../people/people.store.ts';
import type { PeopleDependencies } from '../people/people-dependencies.ts';
import { endAccess } from '../sessions/sign-out.ts';
import { confirmPassword } from './confirm-identity.ts';
import { credentialsStore } from './credentials.store.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { sendSecurityNotice } from './security-notice.ts';

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  /** IP address of the peer. */
  readonly address: string;
}

/**
 * Replaces the password. Ends every other session and notifies the user by email. BAD_INPUT under `oldPassword` or
 * `newPassword`, RATE_LIMITED after too many wrong ones.
 */
export async function changePassword(
  deps: PeopleDependencies,
  scope: Scope,
  { oldPassword, newPassword, address }: PasswordChange,
): Promise<Result<true, Failure>> {
  const { db, clock, links } = deps;
  const { userId, sessionId } = scope;
  const allowed = refuseViewAs(scope);
  if (!allowed.ok) return allowed;
  const refusal = checkNewPassword(newPassword, 'newPassword');
  if (refusal !== null) return err(refusal);
  if (oldPassword === newPassword) return err(failure('BAD_INPUT', 'The new password is the old one', 'newPassword'));
  const confirmed = await confirmPassword(deps, scope, { password: oldPassword, address }, 'oldPassword');
  if (!confirmed.ok) return confirmed;
  // Hash before the transaction: it takes long enough to block others.
  const passwordHash = await hashPassword(newPassword);
  return db.transaction(async (transaction) => {
    const person = userId === null ? null : await peopleStore(transaction).hold(scope, userId);
    if (person === null) return err(failure('NOT_FOUND', 'No such user'));
    const at = clock.now();
    await credentialsStore(transaction).savePasswordHash(scope, person.id, passwordHash);
    await endAccess(transaction, scope, person.id, at, sessionId);
    await recordAudit(scope, transaction, {
      at,
      action: 'account.passwordChanged',
      details: {},
      subjectId: person.id,
      address,
    });
    const reader = { ...person, userId: person.id };
    await sendSecurityNotice(transaction, links, reader, { what: 'passwordChanged', at, address });
    return ok(true);
  });
}
