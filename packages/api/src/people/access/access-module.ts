import { type InstallationId, id, type OrganizationId, type UserId } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../platform/bus/bus.ts';
import { getProductUrl } from '../../platform/config/read-config.ts';
import type { HttpEdge, SchemaBuilders } from '../../platform/module.ts';
import { ownFiles } from '../../platform/relational/owned-files.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { users } from './access.schema.ts';
import { type Access, type AccessDependencies, createAccess, registerAccess, registerHubAccess } from './access.ts';
import { listExpiringAccess } from './expiring-access.store.ts';
import { registerProviderRoutes } from './providers/provider.routes.ts';
import { registerOneClick } from './unsubscribe.routes.ts';
import './access.events.ts';

interface AccessModuleDependencies extends Omit<AccessDependencies, 'seesInstallation' | 'receivesChanges'> {
  readonly bus: Bus;
  readonly sites: { topology(scope: Scope, id: InstallationId): Promise<object | null> };
}

/** Accounts, sessions, rights and keys. */
export function createAccessModule({ bus, sites, ...deps }: AccessModuleDependencies) {
  const access = publishAccessChanges(
    createAccess({
      ...deps,
      seesInstallation: async (scope, id) => (await sites.topology(scope, id)) !== null,
      receivesChanges: () => bus.isWhole,
    }),
    bus,
  );
  const { namesOf, contactsOf, scopeOfMember, countUsers } = access;
  return {
    expiring: listExpiringAccess(deps.db),
    ownedFiles: [ownFiles(deps.db, 'pictures', users.picture)],
    services: { access, namesOf, contactsOf, scopeOfMember, countUsers },
    graphql({ main, hub }: SchemaBuilders) {
      registerHubAccess(hub, access);
      return { identity: registerAccess(main, access) };
    },
    routes(routes: FastifyInstance, { platform, addressOf, keeping }: HttpEdge) {
      const { clock, config, logger, secret } = platform;
      registerProviderRoutes(routes, {
        providers: { oidc: config.oidc, retailer: config.retailerOidc },
        productUrl: getProductUrl(config),
        callableNetworks: config.callableNetworks,
        secret,
        clock,
        addressOf,
        keeping,
        signIn: access.signInByProvider,
        warn: (message, error) => logger.warn({ err: error }, message),
      });
      registerOneClick(routes, access.unsubscribing, addressOf);
    },
  };
}

/** These return the user a call affects, from its arguments. Null: the whole organization. */
const toCallerId = (scope: Scope) => scope.userId;
const toUserId = (_scope: Scope, userId: number) => id<UserId>(userId);
const toAllUsers = () => null;

/** Operations that may reduce the access of a member. */
const changingOperations = {
  updateUser: toUserId,
  removeUser: toUserId,
  deleteUser: toUserId,
  signOutEverywhere: toUserId,
  signOut: toCallerId,
  leaveEverywhere: toCallerId,
  endViewAs: toCallerId,
  changePassword: toCallerId,
  changeTwoFactor: toCallerId,
  changeProfile: toAllUsers,
  createProfile: toAllUsers,
} as const satisfies Partial<Record<keyof Access, (...args: never[]) => UserId | null>>;

/**
 * Wraps the operations so that they publish affected users and revoked keys on the bus before they return. Also applies
 * key revocations of other processes.
 */
function publishAccessChanges(access: Access, bus: Bus): Access {
  const publish = (organizationId: OrganizationId | null, userId: UserId | null = null) =>
    bus.publish('access.changed', { organizationId, ...(userId === null ? {} : { userId }) });
  const announced = Object.entries(changingOperations).map(([name, whose]) => {
    const work = access[name as keyof typeof changingOperations] as (...args: unknown[]) => Promise<unknown>;
    const told = async (...args: [Scope, ...never[]]) => {
      const answer = await work(...args);
      publish(args[0].organizationId, (whose as (...args: unknown[]) => UserId | null)(...args));
      return answer;
    };
    return [name, told] as const;
  });
  const announceKey = <Answer extends { readonly ok: boolean }>(publicId: string, answer: Answer): Answer => {
    if (answer.ok) bus.publish('keys.changed', { publicId });
    return answer;
  };
  bus.subscribe('keys.changed', ({ publicId }) => access.ingestKeys.forget(publicId));
  bus.subscribe('bus.missed', () => access.ingestKeys.forget(null));
  return {
    ...access,
    ...(Object.fromEntries(announced) as unknown as Pick<Access, keyof typeof changingOperations>),
    ingestKeys: {
      ...access.ingestKeys,
      update: async (...asked) => announceKey(asked[1], await access.ingestKeys.update(...asked)),
      revoke: async (...asked) => announceKey(asked[1], await access.ingestKeys.revoke(...asked)),
      renew: async (...asked) => announceKey(asked[1], await access.ingestKeys.renew(...asked)),
    },
    renew: (token, address) =>
      access.renew(token, address, ({ organizationId, userId }) => publish(organizationId, userId)),
    async confirmPasswordReset(confirmation) {
      const answer = await access.confirmPasswordReset(confirmation);
      if (answer.ok) publish(null);
      return answer;
    },
  };
}
