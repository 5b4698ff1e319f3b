import { type Failure, failure, id, type Result, type UserId } from '@atrium/domain/core';
import { accountTypes, otpContacts, themes } from '@atrium/domain/people/access';
import type { Builder } from '../../../platform/graphql/builder.ts';
import type { TypeRef } from '../../../platform/graphql/connections.ts';
import { orThrow, toGraphqlError } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Account } from '../accounts/accounts.store.ts';
import type { UserToInvite } from '../invitations/invite-user.ts';
import { buildInviteInput } from './invite-input.graphql.ts';
import type { OwnProfile } from './update-own-profile.ts';
import type { MemberChange } from './update-user.ts';
import { registerWithoutMail, type WithoutMailOperations } from './without-mail.graphql.ts';

interface Proof {
  readonly password?: string | null | undefined;
  readonly address: string;
}

export interface PeopleOperations extends WithoutMailOperations {
  allUsers(scope: Scope): Promise<readonly Account[]>;
  findUser(scope: Scope, id: UserId): Promise<Account | null>;
  inviteMember(scope: Scope, user: UserToInvite): Promise<Result<Account, Failure>>;
  updateOwnProfile(scope: Scope, profile: OwnProfile, proof: Proof): Promise<Result<Account, Failure>>;
  uploadPicture(scope: Scope, bytes: Uint8Array | null, signal?: AbortSignal): Promise<Result<Account, Failure>>;
  updateUser(scope: Scope, id: number, change: MemberChange, address: string): Promise<Result<Account, Failure>>;
  removeUser(scope: Scope, id: number): Promise<Result<true, Failure>>;
}

/** Registers reading recipients and managing users. */
export function registerPeople(builder: Builder, people: PeopleOperations, user: TypeRef<Account>): void {
  registerReading(builder, people, user);
  registerOwn(builder, people, user);
  registerManaging(builder, people, user);
}

function registerReading(builder: Builder, people: PeopleOperations, user: TypeRef<Account>): void {
  builder.queryField('allUsers', (t) =>
    t.withAuth({ area: 'chooseMembers' }).field({
      type: [user],
      length: { most: 1000 },
      description: 'The members of the organization; for whoever is limited to some sites, those who see one of them.',
      resolve: async (_root, _args, { scope }) => [...(await people.allUsers(scope))],
    }),
  );
  builder.queryField('userById', (t) =>
    t.withAuth({ area: 'userManagement' }).field({
      type: user,
      args: { userId: t.arg.int({ required: true }) },
      resolve: async (_root, { userId }, { scope }) => {
        const found = await people.findUser(scope, id<UserId>(userId));
        if (found === null) throw toGraphqlError(failure('NOT_FOUND', 'No such user', 'userId'));
        return found;
      },
    }),
  );
}

function registerOwn(builder: Builder, people: PeopleOperations, user: TypeRef<Account>): void {
  const profile = builder.inputType('UserProfileInput', {
    description: 'What is left out stays.',
    fields: (t) => ({
      firstName: t.string(),
      lastName: t.string(),
      email: t.string({ description: 'Another one is `pendingEmail` until the code sent there is typed.' }),
      phone: t.string({ description: 'In the international format; null or empty: none.' }),
      lang: t.string({ description: 'A code of `allowedLanguages`.' }),
      theme: t.field({ type: getEnumType(builder, 'Theme', themes) }),
      timezone: t.string({ description: 'null: the browser’s own.' }),
      dateFormat: t.string(),
    }),
  });
  builder.mutationField('updateUserProfile', (t) =>
    t.withAuth({ themselves: true }).field({
      type: user,
      args: {
        profile: t.arg({ type: profile, required: true }),
        password: t.arg.string({ description: 'For another email address.' }),
      },
      resolve: async (_root, args, { scope, address }) =>
        orThrow(await people.updateOwnProfile(scope, args.profile, { password: args.password, address })),
    }),
  );
  builder.mutationField('uploadUserPicture', (t) =>
    t.withAuth({ themselves: true }).field({
      type: user,
      description: 'An image of at most 1 MB; null takes the picture away.',
      args: { file: t.arg({ type: 'File' }) },
      resolve: async (_root, { file }, { scope, signal }) =>
        orThrow(await people.uploadPicture(scope, file ? new Uint8Array(await file.arrayBuffer()) : null, signal)),
    }),
  );
}

function registerManaging(builder: Builder, people: PeopleOperations, user: TypeRef<Account>): void {
  const invitation = buildInviteInput(builder);
  registerWithoutMail(builder, people, user, invitation);
  const change = builder.inputType('UpdateUserInput', {
    description: 'What is left out stays.',
    fields: (t) => ({
      firstName: t.string(),
      lastName: t.string(),
      phone: t.string({ description: 'In the international format; null or empty: none.' }),
      lang: t.string(),
      theme: t.field({ type: getEnumType(builder, 'Theme', themes) }),
      timezone: t.string(),
      dateFormat: t.string(),
      role: t.field({ type: getEnumType(builder, 'AccountType', accountTypes) }),
      profileId: t.int(),
      installationIds: t.intList({
        description: 'The sites they are limited to; null: all, or none beside those of `tagIds`.',
      }),
      tagIds: t.intList({
        description: 'Tags, such as regions, whose sites they see too, now and later. Takes the right to all sites.',
      }),
      otpContact: t.field({
        type: getEnumType(builder, 'OtpContact', otpContacts),
        description: 'Only null, which switches two-factor off.',
      }),
    }),
  });
  builder.mutationField('inviteUser', (t) =>
    t.withAuth({ $all: { area: 'editUser', themselves: true } }).field({
      type: user,
      // About twenty statements, and a mail.
      cost: () => 1_000_000,
      description: 'Sends an invitation by mail; to whoever was invited before and has not come in, another one.',
      args: { input: t.arg({ type: invitation, required: true }) },
      resolve: async (_root, { input }, { scope }) =>
        orThrow(await people.inviteMember(scope, { ...input, role: input.role ?? 'user' })),
    }),
  );
  builder.mutationField('updateUser', (t) =>
    t.withAuth({ $all: { area: 'editUser', themselves: true } }).field({
      type: user,
      args: { id: t.arg.int({ required: true }), profile: t.arg({ type: change, required: true }) },
      resolve: async (_root, args, { scope, address }) =>
        orThrow(await people.updateUser(scope, args.id, args.profile, address)),
    }),
  );
  builder.mutationField('deleteUser', (t) =>
    t.withAuth({ $all: { area: 'deleteUser', themselves: true } }).boolean({
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => orThrow(await people.removeUser(scope, args.id)),
    }),
  );
}
