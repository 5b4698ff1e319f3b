import type { Failure, Result } from '@atrium/domain/core';
import { otpContacts } from '@atrium/domain/people/access';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { getPasswordCost } from '../credentials/passwords.ts';
import { type SignedIn, toCallerAnswer } from './open-session.ts';
import type { SignInAttempt } from './sign-in.ts';

export interface SessionOperations {
  signIn(attempt: SignInAttempt): Promise<Result<SignedIn, Failure>>;
  /** Renews a token. Calls `onReplay` if the token had been renewed before, which ends the session. */
  renew(token: string, address: string, onReplay?: (scope: Scope) => void): Promise<Result<string, Failure>>;
  /** Ends the scope's session. Does nothing for a scope without one. */
  signOut(scope: Scope, address: string): Promise<void>;
  /** Ends every session of the scope's user and deletes their trusted browsers. */
  leaveEverywhere(scope: Scope, address: string): Promise<void>;
}

/** Registers signing in, renewing and signing out. The first two are queries with effects: POST only, never cached. */
export function registerSessions(builder: Builder, sessions: SessionOperations): void {
  const loginAnswer = builder.objectRef<SignedIn>('LoginAnswer').implement({
    fields: (t) => ({
      token: t.exposeString('token', {
        nullable: true,
        description: 'Of the new session; with otpRequired what the code is handed in with, and good for nothing else.',
      }),
      otpRequired: t.boolean({ resolve: ({ otpContact }) => otpContact !== null }),
      otpContact: t.expose('otpContact', {
        type: getEnumType(builder, 'OtpContact', otpContacts),
        nullable: true,
        description: 'Where the code went.',
      }),
    }),
  });
  builder.queryField('login', (t) =>
    t.field({
      isCredential: true,
      cost: getPasswordCost,
      type: loginAnswer,
      skipTypeScopes: true,
      args: {
        email: t.arg.string({ required: true }),
        password: t.arg.string({ required: true }),
        deviceId: t.arg.string({ description: 'A browser registered for skipping the one-time code.' }),
      },
      resolve: async (_root, attempt, { address, tokens }) =>
        toCallerAnswer(orThrow(await sessions.signIn({ ...attempt, address })), tokens),
    }),
  );
  builder.queryField('renew', (t) =>
    t.field({
      isCredential: true,
      type: loginAnswer,
      description: 'A new access token for the old one, expired or not, while its session lives.',
      skipTypeScopes: true,
      args: { token: t.arg.string({ required: true }) },
      resolve: async (_root, { token }, { address, tokens }) =>
        toCallerAnswer(
          { token: orThrow(await sessions.renew(tokens.proven(token), address)), otpContact: null },
          tokens,
        ),
    }),
  );
  builder.mutationField('logout', (t) =>
    t.withAuth({ signedIn: true }).boolean({
      description: 'Ends the session: no token made for it works again.',
      resolve: async (_root, _args, { scope, address, tokens }) => {
        await sessions.signOut(scope, address);
        tokens.forget(scope.viewedBy === null ? 'token' : 'view-as');
        return true;
      },
    }),
  );
  builder.mutationField('logoutEverywhere', (t) =>
    t.withAuth({ themselves: true }).boolean({
      description: 'Ends every session of one’s own, this one too, and forgets the browsers that ask for no code.',
      resolve: async (_root, _args, { scope, address, tokens }) => {
        await sessions.leaveEverywhere(scope, address);
        tokens.forget('token', 'view-as');
        return true;
      },
    }),
  );
}
