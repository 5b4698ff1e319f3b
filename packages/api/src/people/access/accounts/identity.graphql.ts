import { failure, id, type ProfileId } from '@atrium/domain/core';
import { accountTypes, isAllowed, otpContacts, themes } from '@atrium/domain/people/access';
import type { Builder } from '../../../platform/graphql/builder.ts';
import type { GraphqlContext } from '../../../platform/graphql/context.ts';
import { toGraphqlError } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { Account, AccountsStore, Profile } from './accounts.store.ts';
import { registerRights } from './rights.graphql.ts';

export interface IdentityDependencies {
  readonly accounts: AccountsStore;
  pictureUrl(account: Account): string | null;
}

/** Registers `me`, `profileById` and their types. Both endpoints answer `me`. */
export function registerIdentity(builder: Builder, { accounts, pictureUrl }: IdentityDependencies) {
  const rights = registerRights(builder);
  const profile = builder.objectRef<Profile>('Profile').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('name'),
      rights: t.expose('rights', { type: rights }),
    }),
  });
  const user = registerUser(builder, pictureUrl);

  builder.objectField(user, 'profile', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: profile,
      resolve: async (account, _args, { scope }) =>
        found(await accounts.findProfile(scope, account.profileId), 'profile'),
    }),
  );
  builder.queryField('me', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: user,
      description: 'The person who is signed in.',
      // Only the system's scope has no user, and the system never queries `me`.
      resolve: async (_root, _args, { scope }) =>
        found(scope.userId && (await accounts.findAccount(scope, scope.userId)), 'user'),
    }),
  );
  builder.queryField('profileById', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: profile,
      description: 'A profile of the organization: one’s own, or any for those who may see its users.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => {
        const isVisible = args.id === scope.profileId || isAllowed(scope, 'userManagement');
        return found(isVisible ? await accounts.findProfile(scope, id<ProfileId>(args.id)) : null, 'profile');
      },
    }),
  );
  return { user, profile };
}

function registerUser(builder: Builder, pictureUrl: IdentityDependencies['pictureUrl']) {
  const customLink = builder.objectRef<Account['customLinks'][number]>('CustomLink').implement({
    fields: (t) => ({
      text: t.exposeString('text'),
      url: t.exposeString('url'),
      iconSrc: t.exposeString('iconSrc', { nullable: true }),
      openOutside: t.exposeBoolean('openOutside'),
    }),
  });
  return builder.objectRef<Account>('User').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      profileId: t.exposeInt('profileId'),
      organizationIds: t.intList({
        length: { most: 1 },
        description: 'The first is the active one.',
        resolve: (user) => [user.organizationId],
      }),
      email: t.exposeString('email'),
      pendingEmail: t.string({
        nullable: true,
        description: 'The address to come, which awaits its code; told to the person alone.',
        resolve: ({ id: userId, pendingEmail }, _args, { scope }) =>
          scope?.userId === userId && scope.viewedBy === null ? pendingEmail : null,
      }),
      language: t.exposeString('language'),
      lang: t.exposeString('language', { description: 'The same as `language`.' }),
      name: t.string({ resolve: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() }),
      firstName: t.exposeString('firstName'),
      lastName: t.exposeString('lastName'),
      picture: t.string({
        nullable: true,
        description: 'Its address, which works for an hour at least.',
        resolve: pictureUrl,
      }),
      phone: t.string({
        nullable: true,
        description: 'Told to the person, and to those who manage users.',
        resolve: (user, _args, context) => (knows(context, user) ? user.phone : null),
      }),
      isPhoneVerified: t.boolean({
        nullable: true,
        description: 'null for those who are not told the phone.',
        resolve: (user, _args, context) => (knows(context, user) ? user.isPhoneVerified : null),
      }),
      isEmailVerified: t.exposeBoolean('isEmailVerified'),
      otpContact: t.field({
        type: getEnumType(builder, 'OtpContact', otpContacts),
        nullable: true,
        description: 'null without two-factor, and for those who are not told.',
        resolve: (user, _args, context) => (knows(context, user) ? user.otpContact : null),
      }),
      isPending: t.exposeBoolean('isPending', { description: 'Invited, and not come in yet.' }),
      installationIds: t.exposeIntList('installationIds', {
        length: { of: 'installations' },
        nullable: true,
        description: 'The sites they are limited to; null: all of the organization’s.',
      }),
      tagIds: t.intList({
        length: { of: 'tags' },
        description: 'The tags, such as regions, whose sites they see: those of now and of later.',
        resolve: ({ siteChoice }) => [...(siteChoice?.tagIds ?? [])],
      }),
      chosenInstallationIds: t.intList({
        length: { of: 'installations' },
        nullable: true,
        description: 'The sites chosen one by one, without those of `tagIds`; null: all of the organization’s.',
        resolve: ({ siteChoice, installationIds }) => {
          const chosen = siteChoice?.installationIds ?? installationIds;
          return chosen && [...chosen];
        },
      }),
      role: t.expose('role', { type: getEnumType(builder, 'AccountType', accountTypes) }),
      isOperator: t.boolean({
        nullable: true,
        description: 'Whether they operate the installation; null for those who are not told.',
        resolve: (user, _args, context) =>
          knows(context, user) ? user.isOperator && context.scope?.viewedBy === null : null,
      }),
      dateFormat: t.exposeString('dateFormat'),
      theme: t.expose('theme', { type: getEnumType(builder, 'Theme', themes) }),
      timezone: t.exposeString('timezone', { nullable: true }),
      createdAt: t.field({ type: 'Timestamp', resolve: (user) => user.createdAt.getTime() }),
      customLinks: t.field({ type: [customLink], length: { most: 20 }, resolve: (user) => user.customLinks }),
    }),
  });
}

/** Recipients are shown by name and address only. Sign-in details need the right to manage users. */
const knows = ({ scope }: GraphqlContext, { id: userId }: Account): boolean =>
  scope !== null && (scope.userId === userId || isAllowed(scope, 'userManagement'));

function found<Thing>(thing: Thing | null, name: string): NonNullable<Thing> {
  if (thing) return thing;
  throw toGraphqlError(failure('NOT_FOUND', `No such ${name}`));
}
