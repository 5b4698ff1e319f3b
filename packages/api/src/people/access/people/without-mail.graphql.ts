import type { Failure, Instant, Result } from '@atrium/domain/core';
import type { Builder } from '../../../platform/graphql/builder.ts';
import type { TypeRef } from '../../../platform/graphql/connections.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Account } from '../accounts/accounts.store.ts';
import type { UserToInvite } from '../invitations/invite-user.ts';
import type { InviteInput } from './invite-input.graphql.ts';

/** A link to an account, shown only once. */
export interface ShownLink {
  readonly path: string;
  readonly expiresAt: Instant;
  readonly account: Account;
}

export interface WithoutMailOperations {
  inviteByLink(scope: Scope, user: UserToInvite): Promise<Result<ShownLink, Failure>>;
  showResetLink(scope: Scope, userId: number): Promise<Result<ShownLink, Failure>>;
  confirmEmail(
    scope: Scope,
    confirmed: { readonly userId: number; readonly email: string; readonly address: string },
  ): Promise<Result<Account, Failure>>;
}

/** Registers the operations for installations without mail: shown links, and addresses confirmed by administrators. */
export function registerWithoutMail(
  builder: Builder,
  people: WithoutMailOperations,
  user: TypeRef<Account>,
  invitation: InviteInput,
): void {
  const link = builder.objectRef<ShownLink>('ShownLink').implement({
    description: 'A link that opens an account. The product shows it this once.',
    fields: (t) => ({
      path: t.exposeString('path', { description: 'Path and query, at the address people open the product at.' }),
      expiresAt: t.expose('expiresAt', { type: 'Timestamp' }),
      user: t.field({ type: user, resolve: ({ account }) => account }),
    }),
  });
  builder.mutationField('inviteByLink', (t) =>
    t.withAuth({ $all: { area: 'editUser', themselves: true } }).field({
      isCredential: true,
      type: link,
      cost: () => 1_000_000,
      description: 'Invites as `inviteUser` does and answers the link, where mail is not set up.',
      args: { input: t.arg({ type: invitation, required: true }) },
      resolve: async (_root, { input }, { scope }) =>
        orThrow(await people.inviteByLink(scope, { ...input, role: input.role ?? 'user' })),
    }),
  );
  builder.mutationField('showResetLink', (t) =>
    t.withAuth({ $all: { area: 'editUser', themselves: true } }).field({
      isCredential: true,
      type: link,
      cost: () => 1_000_000,
      description: 'A link by which a member sets a new password, where mail is not set up.',
      args: { userId: t.arg.int({ required: true }) },
      resolve: async (_root, { userId }, { scope }) => orThrow(await people.showResetLink(scope, userId)),
    }),
  );
  builder.mutationField('confirmEmail', (t) =>
    t.withAuth({ $all: { area: 'confirmEmail', themselves: true } }).field({
      type: user,
      description:
        'For administrators: the address is its member’s, where mail is not set up and no code can prove it.',
      args: {
        userId: t.arg.int({ required: true }),
        email: t.arg.string({ required: true, description: 'The address that was read.' }),
      },
      resolve: async (_root, args, { scope, address }) =>
        orThrow(await people.confirmEmail(scope, { ...args, address })),
    }),
  );
}
