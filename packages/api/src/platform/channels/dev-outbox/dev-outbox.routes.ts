import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOnThisMachine } from '../../addresses/index.ts';
import type { Html } from '../../html.ts';
import type { OutboxFolder } from '../outbox-folder.ts';
import { listPage, messagePage } from './outbox-pages.ts';

/**
 * `/dev/outbox`: the mails and texts that nobody delivers, for whoever tries the product or works on it. They hold links
 * and codes that open accounts: only for the demo and development, and only for a browser on this very machine that was
 * sent here by name. A page elsewhere whose name is made to lead here gets nothing.
 */
export function registerDevOutbox(routes: FastifyInstance, kept: OutboxFolder, ownHost: string): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isOnThisMachine(request.raw) && isOwnName(request.host, ownHost)) return;
    return reply.code(404).send({ code: 'NOT_FOUND', message: 'there is nothing here' });
  };
  routes.get('/dev/outbox', { onRequest }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return send(reply, listPage(await kept.all(), nonce), `'nonce-${nonce}'`);
  });
  routes.get('/dev/outbox.json', { onRequest }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await kept.all()),
  );
  routes.get<{ Params: { id: string } }>('/dev/outbox/:id', { onRequest }, async ({ params }, reply) => {
    const message = (await kept.all()).find(({ messageId }) => messageId === params.id);
    if (message === undefined) return reply.code(404).send({ code: 'NOT_FOUND', message: 'there is nothing here' });
    // A document in a frame's own attribute lives under this page's policy, and mails are styled inline.
    return send(reply, messagePage(message), "'unsafe-inline'");
  });
}

const loopbackNames = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

const isOwnName = (host: string, ownHost: string) => host === ownHost || loopbackNames.test(host);

function send(reply: FastifyReply, page: Html, styles: string): FastifyReply {
  const policy = `default-src 'none'; style-src ${styles}; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  return reply
    .header('content-security-policy', policy)
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text);
}
