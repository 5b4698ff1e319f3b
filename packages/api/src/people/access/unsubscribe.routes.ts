import { errorCodes } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import type { GetClientAddress } from '../../platform/addresses/ip-address.ts';
import { oneClickPath, type Unsubscribing } from './unsubscribe.ts';

/** Body that mail clients post, in either form encoding. */
const oneClick = /List-Unsubscribe(=|"\s+)One-Click/;

/** Limit of that body, bytes. */
const bodyLimit = 1024;

/**
 * Registers one-click unsubscribe for mail clients (RFC 8058): a POST to the URL in the mail's header, without a
 * session or cookie. A GET does nothing, because link scanners open the URL too.
 */
export function registerOneClick(
  routes: FastifyInstance,
  { unsubscribe }: Pick<Unsubscribing, 'unsubscribe'>,
  addressOf: GetClientAddress,
): void {
  void routes.register(async (scoped) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));
    scoped.post(oneClickPath, async (request, reply) => {
      const { token } = request.query as { token?: unknown };
      if (typeof token !== 'string' || !oneClick.test(String(request.body ?? ''))) return reply.code(400).send();
      const outcome = await unsubscribe(token, addressOf(request.raw));
      return reply.code(outcome.ok ? 200 : errorCodes[outcome.error.code]).send();
    });
  });
}
