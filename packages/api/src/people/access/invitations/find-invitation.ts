import { type Clock, err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { organizationStore } from '../../organization/index.ts';
import { hashToken } from '../codes/single-use-tokens.ts';
import { invitationsStore, type StoredInvitation } from './invitations.store.ts';
import { placeholderEmail } from './invite-user.ts';

export type InvitationState = 'VALID' | 'EXPIRED' | 'ACCEPTED' | 'UNKNOWN';

/**
 * Details for the link's holder: all for a valid invitation, only the contact to ask for an expired one.
 */
export interface InvitationDetails {
  readonly state: InvitationState;
  /** Null also if the accepting person enters their own address. */
  readonly email: string | null;
  readonly organizationName: string | null;
  readonly organizationAddress: string | null;
  readonly role: 'admin' | 'user' | null;
  readonly language: string | null;
  readonly mayNameOrganization: boolean;
}

export interface InvitationDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

const nothing = {
  email: null,
  organizationName: null,
  organizationAddress: null,
  role: null,
  language: null,
  mayNameOrganization: false,
};

export async function findInvitation(
  { db, clock }: InvitationDependencies,
  token: string,
): Promise<Result<InvitationDetails, Failure>> {
  const kept = await invitationsStore(db).find(hashToken(token));
  const state = toInvitationState(kept, clock.now());
  if (kept === null || state === 'UNKNOWN' || state === 'ACCEPTED') return ok({ ...nothing, state });
  const { email, role, language, organizationId, mayNameOrganization } = kept;
  if (state === 'EXPIRED') return ok({ ...nothing, state, role });
  const organization = await organizationStore(db).find(systemScope(organizationId));
  return ok({
    state,
    email: email === placeholderEmail ? null : email,
    organizationName: organization?.name ?? null,
    // Only administrators see the organization's address before they accept.
    organizationAddress: role === 'admin' ? (organization?.address ?? null) : null,
    role,
    language,
    mayNameOrganization,
  });
}

/** Errors for invitations that cannot be used. */
const refusals = {
  UNKNOWN: failure('NOT_FOUND', 'No such invitation', 'token'),
  EXPIRED: failure('BAD_INPUT', 'This invitation has expired', 'token'),
  ACCEPTED: failure('BAD_INPUT', 'This invitation was accepted already', 'token'),
} as const;

/** Returns the valid invitation of a link. */
export async function findOpenInvitation(
  { db, clock }: InvitationDependencies,
  token: string,
): Promise<Result<StoredInvitation, Failure>> {
  return refuseUnlessOpen(await invitationsStore(db).find(hashToken(token)), clock.now());
}

export function refuseUnlessOpen(kept: StoredInvitation | null, now: Instant): Result<StoredInvitation, Failure> {
  const state = toInvitationState(kept, now);
  return state === 'VALID' && kept !== null ? ok(kept) : err(refusals[state === 'VALID' ? 'UNKNOWN' : state]);
}

export function toInvitationState(kept: StoredInvitation | null, now: Instant): InvitationState {
  if (kept === null) return 'UNKNOWN';
  if (kept.isAccepted) return 'ACCEPTED';
  return kept.expiresAt <= now ? 'EXPIRED' : 'VALID';
}
