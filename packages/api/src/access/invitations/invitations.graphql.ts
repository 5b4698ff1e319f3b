import type { Failure, Result } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { Acceptance } from './check-acceptance.ts';
import type { InvitationDetails } from './find-invitation.ts';

export interface InvitationOperations {
  /** What the holder of a link may know of it. `address` is the peer's, here and below. */
  invitationByToken(token: string, address: string): Promise<Result<InvitationDetails, Failure>>;
  /** Answers the address the new member signs in with. */
  acceptInvitation(acceptance: Acceptance, address: string): Promise<Result<string, Failure>>;
}

/** Open to whoever holds a token of an invitation: it is the credential. */
export function registerInvitations(builder: Builder, invitations: InvitationOperations): void {
  const details = registerDetails(builder);
  const { organization, preferences } = registerInputs(builder);
  builder.queryField('invitationByToken', (t) =>
    t.field({
      type: details,
      skipTypeScopes: true,
      args: { token: t.arg.string({ required: true }) },
      resolve: async (_root, { token }, { address }) => orThrow(await invitations.invitationByToken(token, address)),
    }),
  );
  builder.mutationField('acceptInvitation', (t) =>
    t.string({
      description: 'Makes the invited person a member, once. Answers the address they sign in with.',
      skipTypeScopes: true,
      args: {
        token: t.arg.string({ required: true }),
        password: t.arg.string({ required: true }),
        firstName: t.arg.string({ required: true }),
        lastName: t.arg.string({ required: true }),
        phone: t.arg.string({ description: 'In the international format.' }),
        lang: t.arg.string({ description: 'fr, en, it, ar, de or es.' }),
        organization: t.arg({ type: organization, description: 'Of an administrator’s invitation only.' }),
        preferences: t.arg({ type: preferences }),
        email: t.arg.string({ description: 'Only, and then required, where the invitation itself names no address.' }),
      },
      resolve: async (_root, acceptance, { address }) =>
        orThrow(await invitations.acceptInvitation(acceptance, address)),
    }),
  );
}

function registerDetails(builder: Builder) {
  const state = builder.enumType('InvitationState', { values: ['VALID', 'EXPIRED', 'ACCEPTED', 'UNKNOWN'] as const });
  return builder.objectRef<InvitationDetails>('Invitation').implement({
    description: 'Everything of a valid invitation; of an expired one the role only, of others nothing.',
    fields: (t) => ({
      state: t.expose('state', { type: state }),
      email: t.exposeString('email', { nullable: true, description: 'null: whoever accepts names their own.' }),
      organizationName: t.exposeString('organizationName', { nullable: true }),
      organizationAddress: t.exposeString('organizationAddress', {
        nullable: true,
        description: 'For administrators, who may change it.',
      }),
      role: t.exposeString('role', { nullable: true, description: 'admin or user.' }),
      language: t.exposeString('language', { nullable: true }),
    }),
  });
}

function registerInputs(builder: Builder) {
  const theme = builder.enumType('InvitationTheme', { values: ['light', 'dark', 'system'] as const });
  const organization = builder.inputType('InvitationOrganization', {
    fields: (t) => ({ name: t.string({ required: true }), address: t.string() }),
  });
  const preferences = builder.inputType('InvitationPreferences', {
    fields: (t) => ({ theme: t.field({ type: theme }), timezone: t.string(), dateFormat: t.string() }),
  });
  return { organization, preferences };
}
