import { normalizeEmail } from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { audit, nobody } from '../../audit/index.ts';
import type { Credentials } from '../accounts/index.ts';
import { openSession } from '../sessions/open-session.ts';
import type { SignInDependencies } from '../sessions/sign-in.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { awaitCode } from '../two-factor/await-code.ts';
import { identitiesStore } from './identities.store.ts';
import type { ProvenIdentity, ProviderName } from './provider-client.ts';

/**
 * Signs in whom a provider vouches for. Issuer and subject say who that is; the first time, an address that the provider
 * calls verified and its person proved here too finds the account they are linked to. NOT_FOUND for everybody else:
 * nobody gets an account here, and an address alone never takes one over. Two-factor asks for its code all the same.
 */
export async function signInByProvider(
  deps: SignInDependencies,
  { by, identity, address }: { readonly by: ProviderName; readonly identity: ProvenIdentity; readonly address: string },
): Promise<Result<SignedIn, Failure>> {
  const credentials = (await knownPerson(deps, identity)) ?? (await linkByEmail(deps, identity));
  if (credentials === null) {
    const unknownAccount = deps.fingerprintOf(`${identity.issuer} ${identity.subject}`);
    const details = { reason: 'provider', unknownAccount } as const;
    await audit(nobody, deps.db, { at: deps.clock.now(), action: 'session.signInFailed', details, address });
    return err(failure('NOT_FOUND', 'The user cannot be found'));
  }
  if (credentials.otpContact !== null) return ok(await awaitCode(deps, credentials));
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
  // Whoever was only invited has not said yes to anything, and comes in by the invitation. Somebody who only claims the
  // address must not be handed its owner.
  if (!credentials?.passwordHash || !credentials.isEmailVerified) return null;
  return (await identitiesStore(db).link(credentials.userId, issuer, subject, clock.now())) ? credentials : null;
}
