import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { signedOutScope } from '../../../platform/tenancy/scope.ts';
import { recordAudit } from '../../audit/index.ts';
import { accountsStore, type Credentials } from '../accounts/accounts.store.ts';
import { redeemToken } from '../codes/single-use-tokens.ts';
import { endAllAccess } from '../sessions/sign-out.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import type { ResetDependencies } from './request-reset.ts';
import { sendSecurityNotice } from './security-notice.ts';

const gone = err(failure('NOT_FOUND', 'This link no longer works', 'token'));

/**
 * Sets a new password by the token of a mail. Only one of concurrent calls succeeds. Ends every session and all other
 * access of the user. BAD_INPUT for a weak password, which keeps the token valid; NOT_FOUND for an unknown, used or
 * expired token.
 */
export async function confirmPasswordReset(
  deps: ResetDependencies & {
    /** Resets the attempt limits, so that the user can sign in with the new password. */
    readonly forgetTries: (email: string) => Promise<void>;
  },
  { token, newPassword, address }: { readonly token: string; readonly newPassword: string; readonly address: string },
): Promise<Result<void, Failure>> {
  const refusal = checkNewPassword(newPassword, 'newPassword');
  if (refusal !== null) return err(refusal);
  // Hash before the transaction: it takes long enough to block others.
  const passwordHash = await hashPassword(newPassword);
  const person = await setPassword(deps, token, passwordHash, address);
  if (person === null) return gone;
  await deps.forgetTries(person.email);
  return ok(undefined);
}

function setPassword(
  { db, clock, links }: ResetDependencies,
  token: string,
  passwordHash: string,
  address: string,
): Promise<Credentials | null> {
  return db.transaction(async (transaction) => {
    const at = clock.now();
    const redeemed = await redeemToken(transaction, 'password-reset', token, at);
    const accounts = accountsStore(transaction);
    const person = redeemed && (await accounts.findCredentials(redeemed.userId));
    if (!person) return null;
    const scope = signedOutScope(person.organizationId, person.userId);
    await accounts.savePassword(scope, person.userId, passwordHash, { provesEmail: redeemed.isShown !== true });
    await endAllAccess(transaction, scope, person.userId, at);
    await sendSecurityNotice(transaction, links, person, { what: 'passwordChanged', at, address });
    const entry = { at, action: 'account.passwordReset', details: {}, subjectId: person.userId, address } as const;
    await recordAudit(scope, transaction, entry);
    return person;
  });
}
