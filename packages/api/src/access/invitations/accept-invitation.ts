import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { audit } from '../../audit/index.ts';
import { updateOrganization } from '../../organisation/index.ts';
import { doorScope } from '../scope.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { hashOfToken } from '../single-use-tokens/secret-token.ts';
import { type Acceptance, checkAcceptance } from './check-acceptance.ts';
import { type InvitationDependencies, stateOf } from './find-invitation.ts';
import { type AcceptedPerson, invitationsStore, type KeptInvitation } from './invitations.store.ts';

const refusals = {
  UNKNOWN: failure('NOT_FOUND', 'No such invitation', 'token'),
  EXPIRED: failure('BAD_INPUT', 'This invitation has expired', 'token'),
  ACCEPTED: failure('BAD_INPUT', 'This invitation was accepted already', 'token'),
} as const;

/** Why a transaction is taken back. */
class TakenBack extends Error {
  readonly failure: Failure;

  constructor(refused: Failure) {
    super(refused.message);
    this.failure = refused;
  }
}

/**
 * Makes an invited person a member, once: of acceptances at the same time one wins. The person, the organization as an
 * administrator names it and the entry in the audit log are there together or not at all. Answers the address they
 * sign in with; NOT_FOUND, BAD_INPUT with the field, RATE_LIMITED.
 */
export async function acceptInvitation(
  { db, clock, limits }: InvitationDependencies,
  acceptance: Acceptance,
  address: string,
): Promise<Result<string, Failure>> {
  const taken = await limits.take(address);
  if (!taken.ok) return taken;
  const tokenHash = hashOfToken(acceptance.token);
  const seen = openOne(await invitationsStore(db).find(tokenHash), clock.now());
  if (!seen.ok) return seen;
  const checked = checkAcceptance(acceptance, seen.value);
  if (!checked.ok) return checked;
  // Before the transaction: a hash takes long enough for others to wait behind it.
  const person = { ...checked.value, passwordHash: await hashPassword(acceptance.password) };
  try {
    await db.transaction((transaction) =>
      accept({ db: transaction, clock, tokenHash, person, organization: acceptance.organization, address }),
    );
  } catch (error) {
    if (error instanceof TakenBack) return err(error.failure);
    throw error;
  }
  return ok(person.email);
}

interface Step extends Pick<InvitationDependencies, 'db' | 'clock'> {
  readonly tokenHash: string;
  readonly person: AcceptedPerson;
  readonly organization: Acceptance['organization'];
  readonly address: string;
}

async function accept({ db, clock, tokenHash, person, organization, address }: Step): Promise<void> {
  const at = clock.now();
  const store = invitationsStore(db);
  const { userId, organizationId, email, role } = must(openOne(await store.hold(tokenHash), at));
  const scope = doorScope(organizationId, userId);
  if (person.email !== email && (await store.isEmailTaken(person.email)))
    throw new TakenBack(failure('BAD_INPUT', 'This email address has an account already', 'email'));
  await store.accept(scope, userId, person, at);
  if (organization) must(await updateOrganization({ db, clock }, scope, named(organizationId, organization)));
  const details = { email: person.email, role };
  await audit(scope, db, { at, action: 'account.accepted', details, subjectId: userId, address });
}

const named = (id: number, { name, address }: NonNullable<Acceptance['organization']>) => ({
  id,
  name,
  ...(address === undefined ? {} : { address }),
});

function openOne(kept: KeptInvitation | null, now: number): Result<KeptInvitation, Failure> {
  const state = stateOf(kept, now);
  if (state !== 'VALID') return err(refusals[state]);
  return ok(kept as KeptInvitation);
}

function must<Value>(result: Result<Value, Failure>): Value {
  if (result.ok) return result.value;
  throw new TakenBack(result.error);
}
