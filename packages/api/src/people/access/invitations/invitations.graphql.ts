import type { Failure, Result, UserId } from '@atrium/domain/core';
import { accountTypes, type OtpContact, otpContacts, themes } from '@atrium/domain/people/access';
import type { Builder } from '../../../platform/graphql/builder.ts';
import type { TypeRef } from '../../../platform/graphql/connections.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { IssuedCode } from '../codes/issue-code.ts';
import { getPasswordCost } from '../credentials/passwords.ts';
import type { Acceptance } from './check-acceptance.ts';
import type { InvitationDetails } from './find-invitation.ts';

export interface InvitationOperations {
  /** Returns what the link's holder may see. `address` is the IP address of the peer, here and below. */
  invitationByToken(token: string, address: string): Promise<Result<InvitationDetails, Failure>>;
  /** Returns the address the new member signs in with. */
  acceptInvitation(acceptance: Acceptance, address: string): Promise<Result<string, Failure>>;
  /** Mails a new link for an expired one. */
  resendInvitation(token: string, address: string): Promise<Result<true, Failure>>;
  sendInvitationCode(
    token: string,
    contact: { readonly phone?: string | null | undefined; readonly email?: string | null | undefined },
    address: string,
  ): Promise<Result<IssuedCode, Failure>>;
  verifyInvitedContact(token: string, otp: string, address: string): Promise<Result<UserId, Failure>>;
  chooseInvitedContact(token: string, contact: OtpContact | null, address: string): Promise<Result<true, Failure>>;
}

/** Public: the token of the invitation is the credential. */
export function registerInvitations(
  builder: Builder,
  invitations: InvitationOperations,
  issuedCode: TypeRef<IssuedCode>,
): void {
  const details = registerDetails(builder);
  const { organization, preferences } = registerInputs(builder);
  builder.queryField('invitationByToken', (t) =>
    t.field({
      isCredential: true,
      type: details,
      skipTypeScopes: true,
      args: { token: t.arg.string({ required: true }) },
      resolve: async (_root, { token }, { address }) => orThrow(await invitations.invitationByToken(token, address)),
    }),
  );
  builder.mutationField('acceptInvitation', (t) =>
    t.string({
      isCredential: true,
      cost: getPasswordCost,
      description: 'Makes the invited person a member, once. Answers the address they sign in with.',
      skipTypeScopes: true,
      args: {
        token: t.arg.string({ required: true }),
        password: t.arg.string({ required: true }),
        firstName: t.arg.string({ required: true }),
        lastName: t.arg.string({ required: true }),
        phone: t.arg.string({ description: 'In the international format.' }),
        lang: t.arg.string({ description: 'A code of `allowedLanguages`.' }),
        organization: t.arg({ type: organization, description: 'Only where `mayNameOrganization`.' }),
        preferences: t.arg({ type: preferences }),
        email: t.arg.string({ description: 'Only, and then required, where the invitation itself names no address.' }),
      },
      resolve: async (_root, acceptance, { address }) =>
        orThrow(await invitations.acceptInvitation(acceptance, address)),
    }),
  );
  builder.mutationField('resendInvitation', (t) =>
    t.boolean({
      isCredential: true,
      description: 'Mails another link for an expired one, to the address the invitation is for.',
      skipTypeScopes: true,
      args: { token: t.arg.string({ required: true }) },
      resolve: async (_root, { token }, { address }) => orThrow(await invitations.resendInvitation(token, address)),
    }),
  );
  registerContacts(builder, invitations, issuedCode);
}

function registerContacts(builder: Builder, invitations: InvitationOperations, issuedCode: TypeRef<IssuedCode>): void {
  const verified = builder.objectRef<{ readonly id: UserId }>('InvitedContact').implement({
    fields: (t) => ({ id: t.exposeInt('id', { description: 'Of the invited person.' }) }),
  });
  builder.mutationField('sendInvitationVerificationCode', (t) =>
    t.field({
      isCredential: true,
      type: issuedCode,
      skipTypeScopes: true,
      args: {
        token: t.arg.string({ required: true }),
        phone: t.arg.string({ description: 'In the international format.' }),
        email: t.arg.string({ description: 'Instead, only where the invitation itself names no address.' }),
      },
      resolve: async (_root, { token, ...contact }, { address }) =>
        orThrow(await invitations.sendInvitationCode(token, contact, address)),
    }),
  );
  builder.mutationField('verifyInvitationContact', (t) =>
    t.field({
      isCredential: true,
      type: verified,
      skipTypeScopes: true,
      args: { token: t.arg.string({ required: true }), otp: t.arg.string({ required: true }) },
      resolve: async (_root, { token, otp }, { address }) => ({
        id: orThrow(await invitations.verifyInvitedContact(token, otp, address)),
      }),
    }),
  );
  builder.mutationField('updateInvitationOtpContact', (t) =>
    t.boolean({
      isCredential: true,
      description: 'Where codes will go; checked when the invitation is accepted.',
      skipTypeScopes: true,
      args: {
        token: t.arg.string({ required: true }),
        otpContact: t.arg({
          type: getEnumType(builder, 'OtpContact', otpContacts),
          description: 'null: two-factor stays off.',
        }),
      },
      resolve: async (_root, { token, otpContact }, { address }) =>
        orThrow(await invitations.chooseInvitedContact(token, otpContact ?? null, address)),
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
        description: 'For administrators.',
      }),
      role: t.expose('role', { type: getEnumType(builder, 'AccountType', accountTypes), nullable: true }),
      language: t.exposeString('language', { nullable: true }),
      mayNameOrganization: t.exposeBoolean('mayNameOrganization', {
        description: 'Whether `organization` may be given when accepting.',
      }),
    }),
  });
}

function registerInputs(builder: Builder) {
  const theme = getEnumType(builder, 'Theme', themes);
  const organization = builder.inputType('InvitationOrganization', {
    fields: (t) => ({ name: t.string({ required: true }), address: t.string() }),
  });
  const preferences = builder.inputType('InvitationPreferences', {
    fields: (t) => ({ theme: t.field({ type: theme }), timezone: t.string(), dateFormat: t.string() }),
  });
  return { organization, preferences };
}
