import type { FastifyInstance } from 'fastify';
import type { Logger } from '../logging/index.ts';

/** Logs one line per response, with the route pattern: URLs contain ids, filters and secrets. */
export function logRequests(fastify: FastifyInstance, logger: Pick<Logger, 'info'>): void {
  fastify.addHook('onResponse', async (request, reply) => {
    logger.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}
