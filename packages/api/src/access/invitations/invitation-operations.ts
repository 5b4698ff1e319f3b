import type { LinkLimit } from '../limits/index.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { findInvitation } from './find-invitation.ts';
import type { InvitationOperations } from './invitations.graphql.ts';
import {
  type ContactDependencies,
  chooseInvitedContact,
  sendInvitationCode,
  verifyInvitedContact,
} from './invited-contact.ts';
import { resendInvitation } from './resend-invitation.ts';

type Dependencies = ContactDependencies &
  Parameters<typeof acceptInvitation>[0] &
  Parameters<typeof resendInvitation>[0];

/** Builds the operations of a link's holder. RATE_LIMITED after too many from one IP address. */
export function createInvitationOperations(deps: Dependencies, limit: LinkLimit): InvitationOperations {
  return {
    invitationByToken: (token, address) => limit.try(address, () => findInvitation(deps, token)),
    acceptInvitation: (acceptance, address) => limit.try(address, () => acceptInvitation(deps, acceptance, address)),
    resendInvitation: (token, address) => limit.try(address, () => resendInvitation(deps, token, address)),
    sendInvitationCode: (token, contact, address) => limit.try(address, () => sendInvitationCode(deps, token, contact)),
    verifyInvitedContact: (token, otp, address) => limit.try(address, () => verifyInvitedContact(deps, token, otp)),
    chooseInvitedContact: (token, contact, address) =>
      limit.try(address, () => chooseInvitedContact(deps, token, contact)),
  };
}
