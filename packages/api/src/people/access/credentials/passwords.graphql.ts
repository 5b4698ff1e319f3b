import type { Failure, Result } from '@atrium/domain/core';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import { getPasswordCost } from './passwords.ts';

export interface PasswordResetOperations {
  requestPasswordReset(request: { readonly email: string; readonly address: string }): Promise<Result<void, Failure>>;
  confirmPasswordReset(confirmation: {
    readonly token: string;
    readonly newPassword: string;
    readonly address: string;
  }): Promise<Result<void, Failure>>;
}

/** Registers the reset of forgotten passwords. */
export function registerPasswordReset(builder: Builder, resets: PasswordResetOperations): void {
  builder.mutationField('requestPasswordReset', (t) =>
    t.boolean({
      isCredential: true,
      description: 'Mails a link to set a new password. Answers true whether there is such an account or not.',
      skipTypeScopes: true,
      args: { email: t.arg.string({ required: true }) },
      resolve: async (_root, { email }, { address }) => {
        orThrow(await resets.requestPasswordReset({ email, address }));
        return true;
      },
    }),
  );
  builder.mutationField('confirmPasswordReset', (t) =>
    t.boolean({
      isCredential: true,
      cost: getPasswordCost,
      description: 'Sets a new password by the token of the mail, once, and ends every session of the account.',
      skipTypeScopes: true,
      args: { token: t.arg.string({ required: true }), newPassword: t.arg.string({ required: true }) },
      resolve: async (_root, { token, newPassword }, { address }) => {
        orThrow(await resets.confirmPasswordReset({ token, newPassword, address }));
        return true;
      },
    }),
  );
}
