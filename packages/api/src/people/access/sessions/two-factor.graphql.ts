import type { Failure, Result } from '@atrium/domain/core';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';

export interface TwoFactorOperations {
  /** Returns the token of the new session. `bearer` is the token that `login` returned. */
  finishSignIn(attempt: {
    readonly bearer: string;
    readonly otp: string;
    readonly address: string;
  }): Promise<Result<string, Failure>>;
  resendSignInCode(bearer: string): Promise<Result<void, Failure>>;
  registerBrowser(scope: Scope, deviceId: string, address: string): Promise<Result<void, Failure>>;
}

/** Registers the second half of signing in. Public: the credential is a bearer token of its own kind. */
export function registerTwoFactor(builder: Builder, twoFactor: TwoFactorOperations): void {
  const answer = builder.objectRef<{ readonly token: string }>('OtpLoginAnswer').implement({
    fields: (t) => ({ token: t.exposeString('token') }),
  });
  builder.queryField('loginWithOtpToken', (t) =>
    t.field({
      isCredential: true,
      type: answer,
      description: 'Hands in the one-time code; the bearer token is the one `login` answered.',
      skipTypeScopes: true,
      args: { otp: t.arg.string({ required: true }) },
      resolve: async (_root, { otp }, { bearer, address, tokens }) => {
        const token = orThrow(await twoFactor.finishSignIn({ bearer, otp, address }));
        tokens.forget('code');
        return { token: tokens.give('token', token) };
      },
    }),
  );
  builder.mutationField('sendOtp', (t) =>
    t.boolean({
      isCredential: true,
      description: 'Sends another one-time code, at most one a minute; the bearer token is the one `login` answered.',
      skipTypeScopes: true,
      resolve: async (_root, _args, { bearer }) => {
        orThrow(await twoFactor.resendSignInCode(bearer));
        return true;
      },
    }),
  );
  builder.mutationField('registerBrowser', (t) =>
    t.withAuth({ themselves: true }).boolean({
      isCredential: true,
      description: 'Asks for no more codes in this browser for 180 days; right after signing in with one.',
      args: { deviceId: t.arg.string({ required: true, description: '256 random bits as base64url.' }) },
      resolve: async (_root, { deviceId }, { scope, address }) => {
        orThrow(await twoFactor.registerBrowser(scope, deviceId, address));
        return true;
      },
    }),
  );
}
