import type { InstallationId } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../platform/bus/bus.ts';
import { getProductUrl } from '../../platform/config/read-config.ts';
import type { HttpEdge, SchemaBuilders } from '../../platform/module.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { type AccessDependencies, createAccess, registerAccess, registerHubAccess } from './access.ts';
import { registerProviderRoutes } from './providers/provider.routes.ts';
import { publishAccessChanges } from './publish-access-changes.ts';
import { registerOneClick } from './unsubscribe.routes.ts';

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
