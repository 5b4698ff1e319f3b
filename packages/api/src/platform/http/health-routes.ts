import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { NotReady } from '../failures.ts';
import type { Logger } from '../telemetry/logger.ts';

/**
 * Whether a request may read the metrics: only with the token. The metrics reveal how many people use the product and
 * when. A local connection looks the same as one through a local proxy, so it gets no exception.
 */
function mayReadMetrics({ headers }: Pick<IncomingMessage, 'headers'>, token: string | null): boolean {
  if (token === null) return false;
  const [, brought = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return timingSafeEqual(digest(brought), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Resolves to the problems that do not prevent service. Rejects with the reason while requests cannot be served
 * properly: the log has all of it, and everybody is told that of `NotReady`.
 */
export type ReadinessCheck = () => Promise<readonly string[]>;

export interface HealthOptions {
  readonly isReady: ReadinessCheck;
  readonly registry: Registry;
  readonly logger: Logger;
  /** Bearer token for `/metrics`; null disables the endpoint. */
  readonly metricsToken: string | null;
}

/** `/healthz`: the process is alive. `/readyz`: it can serve requests. `/metrics`: its metrics. */
export function addHealthRoutes(
  fastify: FastifyInstance,
  { isReady, registry, logger, metricsToken }: HealthOptions,
): void {
  fastify.get('/healthz', async () => ({ status: 'alive' }));
  fastify.get('/readyz', async (_request, reply) => {
    try {
      const problems = await isReady();
      return problems.length === 0 ? { status: 'ready' } : { status: 'ready', problems };
    } catch (error) {
      logger.warn({ err: error }, 'not ready');
      const reason = error instanceof NotReady ? { reason: error.message } : {};
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({ status: 'unavailable', ...reason });
    }
  });
  fastify.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.raw, metricsToken))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ code: 'UNAUTHENTICATED', message: 'set ATRIUM_METRICS_TOKEN, and send it as bearer token' });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
