import type { Failure, Result } from '@atrium/domain/core';
import { type OtpContact, otpContacts } from '@atrium/domain/people/access';
import type { Builder } from '../../../platform/graphql/builder.ts';
import type { TypeRef } from '../../../platform/graphql/connections.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Account } from '../accounts/accounts.store.ts';
import type { IssuedCode } from '../codes/issue-code.ts';
import type { PasswordChange } from './change-password.ts';
import type { Proof } from './confirm-identity.ts';
import { getPasswordCost } from './passwords.ts';

export interface CredentialOperations {
  changePassword(scope: Scope, change: PasswordChange): Promise<Result<true, Failure>>;
  changeTwoFactor(scope: Scope, otpContact: OtpContact | null, proof: Proof): Promise<Result<Account, Failure>>;
  sendContactVerification(scope: Scope, contact: OtpContact): Promise<Result<IssuedCode, Failure>>;
  verifyContact(
    scope: Scope,
    attempt: { readonly contact: OtpContact; readonly code: string; readonly address: string },
  ): Promise<Result<Account, Failure>>;
  cancelEmailChange(scope: Scope): Promise<Result<Account, Failure>>;
}

/** Registers what users do with their own credentials. */
export function registerCredentials(
  builder: Builder,
  credentials: CredentialOperations,
  user: TypeRef<Account>,
  issuedCode: TypeRef<IssuedCode>,
): void {
  builder.mutationField('updatePassword', (t) =>
    t.withAuth({ themselves: true }).boolean({
      isCredential: true,
      cost: getPasswordCost,
      description: 'Every other session ends.',
      args: { oldPassword: t.arg.string({ required: true }), newPassword: t.arg.string({ required: true }) },
      resolve: async (_root, args, { scope, address }) =>
        orThrow(await credentials.changePassword(scope, { ...args, address })),
    }),
  );
  builder.mutationField('updateOtpContact', (t) =>
    t.withAuth({ themselves: true }).field({
      type: user,
      args: {
        otpContact: t.arg({
          type: getEnumType(builder, 'OtpContact', otpContacts),
          description: 'Verified before; null switches two-factor off.',
        }),
        password: t.arg.string({ description: 'Asked for where the sign-in is not recent.' }),
      },
      resolve: async (_root, { otpContact, password }, { scope, address }) =>
        orThrow(await credentials.changeTwoFactor(scope, otpContact ?? null, { password, address })),
    }),
  );
  builder.mutationField('sendContactVerification', (t) =>
    t.withAuth({ themselves: true }).field({
      isCredential: true,
      type: issuedCode,
      description: 'Sends a code to the profile’s phone or email; to the address to come where there is one.',
      args: { contact: t.arg({ type: getEnumType(builder, 'OtpContact', otpContacts), required: true }) },
      resolve: async (_root, { contact }, { scope }) =>
        orThrow(await credentials.sendContactVerification(scope, contact)),
    }),
  );
  builder.mutationField('verifyContact', (t) =>
    t.withAuth({ themselves: true }).field({
      isCredential: true,
      type: user,
      description: 'Takes the code; an address to come is the person’s from now on, and every other session ends.',
      args: {
        contact: t.arg({ type: getEnumType(builder, 'OtpContact', otpContacts), required: true }),
        otp: t.arg.string({ required: true }),
      },
      resolve: async (_root, { contact, otp: code }, { scope, address }) =>
        orThrow(await credentials.verifyContact(scope, { contact, code, address })),
    }),
  );
  builder.mutationField('cancelEmailChange', (t) =>
    t.withAuth({ themselves: true }).field({
      type: user,
      description: 'Forgets the address to come.',
      resolve: async (_root, _args, { scope }) => orThrow(await credentials.cancelEmailChange(scope)),
    }),
  );
}
