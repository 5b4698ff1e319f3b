import { type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { buildSchemas } from '../src/app/schema.ts';
import type { ServiceDependencies } from '../src/app/services.ts';
import { registerIngestRoutes } from '../src/numbers/index.ts';
import { mountGraphql } from '../src/platform/graphql/edge.ts';
import { systemScope } from '../src/platform/tenancy/index.ts';
import { testServices } from './test-services.ts';

const day = 86_400_000;

/**
 * Starts a server with the query and ingestion endpoints over a test's stores. A query's token names its user (an
 * organization and a person of it: `7.1`). Readings are of one site, with any key. Errors go to `log`.
 */
export async function startServerUnderLoad(
  { db, analytics }: Pick<ServiceDependencies, 'db' | 'analytics'>,
  posting: OrganizationId,
  now: number,
  log: (what: unknown) => void,
) {
  const clock = aClock(now);
  const services = testServices({ db, analytics }, clock);
  const server = fastify({ forceCloseConnections: true });
  mountGraphql(server, {
    ...buildSchemas(services.modules),
    authenticate: async (token) => {
      const [organization, person] = token.split('.').map(Number) as [number, number];
      const scope = {
        ...systemScope(id<OrganizationId>(organization)),
        userId: id<never>(person),
        role: 'user' as const,
      };
      return { scope, expiresAt: Date.now() + day };
    },
    addressOf: () => '127.0.0.1',
    accessChanges: () => () => {},
    allowedOrigins: [],
    introspection: false,
    clock,
    log: { error: log, warn: () => {} },
  });
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from installations where organization_id = ${posting}`,
  );
  const installationId = id<InstallationId>(rows[0]?.id ?? 0);
  const holder = { scope: systemScope(posting), keyId: 1, installationId, scopes: ['readings:write'] as const };
  const { ingestion } = services;
  const logError = (_: string, error: unknown) => log(error);
  registerIngestRoutes(server, { ingestion, keys: { verify: async () => holder }, clock, logError });
  return { server, address: await server.listen({ port: 0, host: '127.0.0.1' }) };
}
