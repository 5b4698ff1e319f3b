import type { Clock } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import type { FileLinks } from './file-links.ts';
import type { FileStore } from './file-store.ts';

export interface FileDoor {
  readonly store: FileStore;
  readonly links: FileLinks;
  readonly clock: Clock;
}

/** Serves stored files to whoever holds a link that works. Any other request hears that there is nothing. */
export function registerFileRoutes(routes: FastifyInstance, { store, links, clock }: FileDoor): void {
  routes.get<{ Params: { '*': string }; Querystring: { until?: unknown; signature?: unknown } }>(
    '/files/*',
    async (request, reply) => {
      const key = request.params['*'];
      const until = links.check(key, String(request.query.until), String(request.query.signature));
      const file = until === null ? null : await store.get(key);
      if (until === null || file === null)
        return reply.code(404).send({ code: 'NOT_FOUND', message: 'there is nothing here' });
      return reply
        .header('cache-control', `private, max-age=${Math.floor((until - clock.now()) / 1000)}, immutable`)
        .type(file.contentType)
        .send(Buffer.from(file.bytes));
    },
  );
}
