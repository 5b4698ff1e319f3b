import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Html } from '../../html.ts';
import type { OutboxFolder } from '../outbox-folder.ts';
import { listPage, messagePage } from './outbox-pages.ts';

/**
 * `/dev/outbox`: the mails and texts that nobody delivers, for whoever tries the product or works on it. They hold links
 * and codes that open accounts: only for the demo and development.
 */
export function registerDevOutbox(routes: FastifyInstance, kept: OutboxFolder): void {
  routes.get('/dev/outbox', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return send(reply, listPage(await kept.all(), nonce), `'nonce-${nonce}'`);
  });
  routes.get('/dev/outbox.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await kept.all()),
  );
  routes.get<{ Params: { id: string } }>('/dev/outbox/:id', async ({ params }, reply) => {
    const message = (await kept.all()).find(({ messageId }) => messageId === params.id);
    if (message === undefined) return reply.code(404).send({ code: 'NOT_FOUND', message: 'there is nothing here' });
    // A document in a frame's own attribute lives under this page's policy, and mails are styled inline.
    return send(reply, messagePage(message), "'unsafe-inline'");
  });
}

function send(reply: FastifyReply, page: Html, styles: string): FastifyReply {
  const policy = `default-src 'none'; style-src ${styles}; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  return reply
    .header('content-security-policy', policy)
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text);
}
