import type { Clock } from '@atrium/domain/core';
import { isAllowed } from '@atrium/domain/people/access';
import type { AnswerQueries } from '../../numbers/index.ts';
import type { Access } from '../../people/access/index.ts';
import type { MessageDelivery } from '../../platform/config/delivery.ts';
import type { SchemaBuilders } from '../../platform/module.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { productVersion } from '../../platform/version.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import { findSilentSensors } from './find-silent-sensors.ts';
import type { InstallationReader } from './read-installation.ts';
import { readChannels, readExports, readReports } from './read-own-part.ts';
import { sendTest } from './send-test.ts';
import { registerSystem, type SystemOperations } from './system.graphql.ts';

export interface SystemDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly delivery: MessageDelivery;
  readonly access: Pick<Access, 'accounts'>;
  readonly organizationName: (scope: Scope) => Promise<string>;
  readonly sites: SiteSnapshots;
  readonly answerQueries: AnswerQueries;
  readonly readInstallation: InstallationReader | null;
}

/** Settings, System. */
export function createSystemModule(deps: SystemDependencies) {
  const { access, readInstallation } = deps;
  const findContacts: Parameters<typeof sendTest>[0]['findContacts'] = (scope, userId) =>
    access.accounts.findAccount(scope, userId);
  const system: SystemOperations = {
    readInstallation,
    readOwnPart: (scope) => ({
      version: productVersion,
      channels: () => readChannels(deps, scope),
      sensors: async () => (isAllowed(scope, 'numbers') ? findSilentSensors(deps, scope) : null),
      exports: () => readExports(deps, scope),
      reports: () => readReports(deps, scope),
    }),
    sendTest: (scope, channel) => sendTest({ ...deps, findContacts }, scope, channel),
  };
  return { services: { system }, graphql: ({ main }: SchemaBuilders): void => registerSystem(main, system) };
}
