import type { FastifyInstance } from 'fastify';
import type { Logger } from '../logging/index.ts';

/** A line for each answer, with the route's pattern: addresses hold ids, filters and secrets of links. */
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
