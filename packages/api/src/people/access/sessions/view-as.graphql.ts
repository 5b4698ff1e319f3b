import { type Failure, id, type Result, type UserId } from '@atrium/domain/core';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { ViewAsSession } from './view-as.ts';

export interface ViewAsOperations {
  startViewAs(scope: Scope, userId: UserId, address: string): Promise<Result<ViewAsSession, Failure>>;
  endViewAs(scope: Scope, address: string): Promise<Result<void, Failure>>;
}

/** Registers viewing the product as another user of the organization, for administrators. */
export function registerViewAs(builder: Builder, viewAs: ViewAsOperations): void {
  const session = builder.objectRef<ViewAsSession>('ViewAsSession').implement({
    fields: (t) => ({
      token: t.exposeString('token', { description: 'Of the session as the other person; it can’t be renewed.' }),
      expiresAt: t.expose('expiresAt', { type: 'Timestamp' }),
    }),
  });
  builder.mutationField('startViewAs', (t) =>
    t.withAuth({ $all: { area: 'viewAs', themselves: true } }).field({
      type: session,
      description: 'Opens a session that sees what another person of the organization sees, for an hour at most.',
      args: { userId: t.arg.int({ required: true }) },
      resolve: async (_root, { userId }, { scope, address, tokens }) => {
        const { token, expiresAt } = orThrow(await viewAs.startViewAs(scope, id<UserId>(userId), address));
        return { token: tokens.give('view-as', token), expiresAt };
      },
    }),
  );
  builder.mutationField('endViewAs', (t) =>
    t.withAuth({ signedIn: true }).boolean({
      description: 'Ends the session the bearer token was given for by `startViewAs`.',
      resolve: async (_root, _args, { scope, address, tokens }) => {
        orThrow(await viewAs.endViewAs(scope, address));
        // The page drops both tokens; the administrator signs in again.
        tokens.forget('view-as', 'token');
        return true;
      },
    }),
  );
}
