import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../html.ts';
import type { OutboxFolder } from '../outbox-folder.ts';
import { listPage, messagePage, signInPage } from './outbox-pages.ts';

/**
 * Registers `/dev/outbox`: the mails and texts that are stored because no server is configured, for trying or
 * developing the product. They contain links and codes that open accounts. So they are shown only in the demo and in
 * development, and only to signed-in administrators. Other callers can't tell whether there are any.
 */
export function registerDevOutbox(
  routes: FastifyInstance,
  kept: OutboxFolder,
  isAdministrator: (request: IncomingMessage) => Promise<boolean>,
): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (await isAdministrator(request.raw)) return;
    if (request.url.startsWith('/dev/outbox.json'))
      return reply.code(401).send({ code: 'UNAUTHENTICATED', message: 'sign in as an administrator' });
    const nonce = randomBytes(16).toString('base64');
    return send(reply.code(401), signInPage(nonce), `'nonce-${nonce}'`);
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
    // A `srcdoc` document inherits this page's policy, and mails use inline styles.
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
