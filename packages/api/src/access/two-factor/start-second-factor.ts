import { signedOutScope } from '../../platform/tenancy/scope.ts';
import type { Credentials } from '../accounts/index.ts';
import { type CodeDependencies, issueCode } from '../one-time-codes/index.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { createSecretToken } from '../single-use-tokens/secret-token.ts';
import { twoFactorStore } from './two-factor.store.ts';

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

export function sendSignInCode(deps: SecondFactorDependencies, credentials: Credentials) {
  const { organizationId, userId, language } = credentials;
  const request = { purpose: 'sign-in', ...contactOf(credentials), language } as const;
  return issueCode(deps, signedOutScope(organizationId, userId), request);
}

function contactOf({ otpContact, phone, email }: Credentials) {
  return otpContact === 'phone' && phone !== null
    ? ({ contact: 'phone', destination: phone } as const)
    : ({ contact: 'email', destination: email } as const);
}
