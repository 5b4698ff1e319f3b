import type { FastifyInstance } from 'fastify';
import type { Access } from '../../people/access/index.ts';
import { getProductUrl } from '../../platform/config/read-config.ts';
import type { HttpEdge } from '../../platform/module.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { productVersion } from '../../platform/version.ts';
import { countSizes } from '../../sites/index.ts';
import { listAlertResources } from './alert-resources.ts';
import { listBulkResources } from './bulk-resources.ts';
import { listCurrentValueResources } from './current-values.ts';
import { listExplanationResources } from './explanation-resources.ts';
import { listManagementResources, type ManagementDependencies } from './management-resources.ts';
import { registerMcp } from './mcp.routes.ts';
import { listMcpTools, type McpDependencies, type McpTool } from './mcp-tools.ts';
import { listCalendarResources, listMeasurementResources } from './measurement-resources.ts';
import { basePath, buildOpenApi, type OpenApiDocument } from './openapi.ts';
import { buildReference, referencePolicy } from './reference.ts';
import { registerRestRoutes } from './rest-api.routes.ts';
import type { RestRoute } from './route.ts';
import { listSiteResources } from './site-resources.ts';
import { tokenResources } from './token-resources.ts';

interface RestModuleDependencies extends McpDependencies {
  readonly access: Pick<Access, 'ingestKeys' | 'keyGuesses'>;
}

/** Returns all operations. */
const listRestRoutes = (dependencies: McpDependencies & ManagementDependencies): readonly RestRoute[] => [
  ...tokenResources,
  ...listSiteResources(dependencies),
  ...listCurrentValueResources(dependencies),
  ...listMeasurementResources(dependencies),
  ...listCalendarResources(dependencies),
  ...listBulkResources(dependencies),
  ...listExplanationResources(dependencies),
  ...listAlertResources(dependencies),
  ...listManagementResources(dependencies),
];

/** Operations are listed without their resources, which only requests use. */
const absent = new Proxy(() => absent, { get: () => absent }) as never;

/** Returns the document without a product, for generators of clients. */
export function describeRestApi(): OpenApiDocument {
  return buildOpenApi(listRestRoutes(absent), productVersion);
}

/** Returns the tools of the Model Context Protocol without a product. */
export const describeMcpTools = (): readonly Pick<McpTool, 'name' | 'scope' | 'description'>[] => listMcpTools(absent);

/** The API of other programs: REST, its OpenAPI document and its reference. */
export function createRestApiModule(dependencies: RestModuleDependencies) {
  const { access, sites, clock } = dependencies;
  return {
    routes(fastify: FastifyInstance, { platform, addressOf, spending }: HttpEdge) {
      const routes = listRestRoutes(dependencies);
      const document = buildOpenApi(routes, productVersion);
      const reference = buildReference(document, getProductUrl(platform.config));
      const edge = {
        keys: access.ingestKeys,
        guesses: access.keyGuesses,
        addressOf,
        spending,
        sizesOf: async (scope: Scope) => countSizes(await sites.snapshot(scope)),
        clock,
        logError: (message: string, error: unknown) => platform.logger.error({ err: error }, message),
      };
      registerRestRoutes(fastify, routes, edge);
      const origin = new URL(getProductUrl(platform.config)).origin;
      registerMcp(fastify, listMcpTools(dependencies), { ...edge, origin, version: productVersion });
      fastify.get(`${basePath}/openapi.json`, async (_request, reply) =>
        reply.header('cache-control', 'no-cache').send(document),
      );
      fastify.get('/api/docs', async (_request, reply) =>
        reply
          .header('content-security-policy', referencePolicy)
          .header('cache-control', 'no-cache')
          .type('text/html; charset=utf-8')
          .send(reference),
      );
    },
  };
}
