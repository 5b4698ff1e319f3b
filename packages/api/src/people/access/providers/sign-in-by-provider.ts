import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { normalizeEmail } from '@atrium/domain/people/access';
import { recordAudit, unknownActor } from '../../audit/index.ts';
import type { Credentials } from '../accounts/accounts.store.ts';
import type { SignedIn } from '../sessions/open-session.ts';
import { openSession } from '../sessions/open-session.ts';
import { startSecondFactor } from '../sessions/second-factor.ts';
import type { SignInDependencies } from '../sessions/sign-in.ts';
import { identitiesStore } from './identities.store.ts';
import type { ProvenIdentity, ProviderName } from './provider-client.ts';

/**
 * Signs in the user of a provider's identity, found by issuer and subject. The first time, it links the account whose
 * address both the provider and this product verified. NOT_FOUND otherwise: it creates no account, and an unverified
 * address links none. Two-factor still asks for its code.
 */
export async function signInByProvider(
  deps: SignInDependencies,
  { by, identity, address }: { readonly by: ProviderName; readonly identity: ProvenIdentity; readonly address: string },
): Promise<Result<SignedIn, Failure>> {
  const credentials = (await knownPerson(deps, identity)) ?? (await linkByEmail(deps, identity));
  if (credentials === null) {
    const unknownAccount = deps.fingerprintOf(`${identity.issuer} ${identity.subject}`);
    const details = { reason: 'provider', unknownAccount } as const;
    await recordAudit(unknownActor, deps.db, {
      at: deps.clock.now(),
      action: 'session.signInFailed',
      details,
      address,
    });
    return err(failure('NOT_FOUND', 'The user cannot be found'));
  }
  if (credentials.otpContact !== null) return ok(await startSecondFactor(deps, credentials));
  return ok({ token: await openSession(deps, credentials, { address, by }), otpContact: null });
}

async function knownPerson({ db, accounts }: SignInDependencies, { issuer, subject }: ProvenIdentity) {
  const userId = await identitiesStore(db).find(issuer, subject);
  return userId === null ? null : accounts.findCredentials(userId);
}

async function linkByEmail(
  { db, accounts, clock }: SignInDependencies,
  { issuer, subject, verifiedEmail }: ProvenIdentity,
): Promise<Credentials | null> {
  const email = verifiedEmail === null ? null : normalizeEmail(verifiedEmail);
  const credentials = email === null ? null : await accounts.findCredentials(email);
  // Pending users must accept their invitation. An account with an unverified address must not be linked to the
  // address's owner.
  if (!credentials?.passwordHash || !credentials.isEmailVerified) return null;
  return (await identitiesStore(db).link(credentials.userId, issuer, subject, clock.now())) ? credentials : null;
}
