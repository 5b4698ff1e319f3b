import { type InstallationId, id } from '@atrium/domain/core';
import type { TokenScope } from '@atrium/domain/people/access';
import Fastify, { type FastifyInstance } from 'fastify';
import { createRestApiModule } from '../../../src/actions/rest-api/index.ts';
import { testLinks } from '../../../src/people/notifications/testing/test-links.ts';
import { createClientAddressGetter } from '../../../src/platform/addresses/ip-address.ts';
import type { AnalyticsStore } from '../../../src/platform/analytics-store.ts';
import { createCostBudgets } from '../../../src/platform/graphql/cost/cost-budgets.ts';
import { routerOptions } from '../../../src/platform/http/http-server.ts';
import type { HttpEdge } from '../../../src/platform/module.ts';
import { systemScope } from '../../../src/platform/tenancy/index.ts';
import type { World } from './test-world.ts';

/** Serves REST and MCP of a test world. Errors that the server logs are added to `failures`. */
export function serveRest(world: World, analytics: AnalyticsStore, failures: unknown[] = []): FastifyInstance {
  const fastify = Fastify({ routerOptions });
  const logger = { error: (entry: unknown) => failures.push(entry) };
  createRestApiModule({ ...world.services, db: world.db, analytics, links: testLinks }).routes(fastify, {
    platform: { config: { publicUrl: 'https://atrium.example' }, logger },
    addressOf: createClientAddressGetter([]),
    spending: createCostBudgets(),
  } as unknown as HttpEdge);
  return fastify;
}

/** Creates a token of our organization, for these sites or (null) for all, and returns its secret. */
export async function createRestToken(
  world: World,
  scopes: readonly TokenScope[],
  sites: readonly number[] | null = null,
): Promise<string> {
  const created = await world.access.ingestKeys.createToken(systemScope(world.ours.organizationId), {
    name: 'Warehouse',
    scopes,
    installationIds: sites?.map((site) => id<InstallationId>(site)) ?? null,
    lifetimeDays: 30,
  });
  if (!created.ok) throw new Error(created.error.message);
  return created.value.secret;
}

export interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly token: string | null;
  readonly headers?: Record<string, string>;
}

/** Sends a request to a path below `/api/v1`. */
export async function askRest(
  fastify: FastifyInstance,
  path: string,
  { method = 'GET', body, token, headers = {} }: Asked,
) {
  const answer = await fastify.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => answer.json() };
}
