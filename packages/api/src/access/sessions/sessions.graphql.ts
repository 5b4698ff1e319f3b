import type { Failure, Result } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { Scope } from '../scope.ts';

export interface SessionOperations {
  signIn(attempt: {
    readonly email: string;
    readonly password: string;
    readonly address: string;
  }): Promise<Result<string, Failure>>;
  renew(token: string): Promise<Result<string, Failure>>;
  /** Ends the session the scope was made from; nothing happens for a scope without one. */
  signOut(scope: Scope, address: string): Promise<void>;
}

interface LoginAnswer {
  readonly token: string;
}

/** Signing in, renewing and signing out. The first two are queries with effects: POST only, never cached. */
export function registerSessions(builder: Builder, sessions: SessionOperations): void {
  const loginAnswer = builder.objectRef<LoginAnswer>('LoginAnswer').implement({
    fields: (t) => ({
      token: t.exposeString('token', { nullable: true, description: 'null while a one-time code is awaited.' }),
      otpRequired: t.boolean({ resolve: () => false }),
      otpContact: t.string({
        nullable: true,
        description: 'Where the code went: email or phone.',
        resolve: () => null,
      }),
    }),
  });
  builder.queryField('login', (t) =>
    t.field({
      type: loginAnswer,
      skipTypeScopes: true,
      args: {
        email: t.arg.string({ required: true }),
        password: t.arg.string({ required: true }),
        deviceId: t.arg.string({ description: 'A browser registered for skipping the one-time code.' }),
      },
      resolve: async (_root, { email, password }, { address }) => ({
        token: orThrow(await sessions.signIn({ email, password, address })),
      }),
    }),
  );
  builder.queryField('renew', (t) =>
    t.field({
      type: loginAnswer,
      description: 'A new access token for the old one, expired or not, while its session lives.',
      skipTypeScopes: true,
      args: { token: t.arg.string({ required: true }) },
      resolve: async (_root, { token }) => ({ token: orThrow(await sessions.renew(token)) }),
    }),
  );
  builder.mutationField('logout', (t) =>
    t.withAuth({ signedIn: true }).boolean({
      description: 'Ends the session: no token made for it works again.',
      resolve: async (_root, _args, { scope, address }) => {
        await sessions.signOut(scope, address);
        return true;
      },
    }),
  );
}
