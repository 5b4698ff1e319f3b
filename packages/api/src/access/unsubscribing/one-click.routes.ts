import { errorCodes } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import type { ClientAddress } from '../../platform/addresses/index.ts';
import { oneClickPath, type Unsubscribing } from './unsubscribe.ts';

/** What mail programs post, as a form of either kind. */
const oneClick = /List-Unsubscribe(=|"\s+)One-Click/;

/** Of such a form, bytes. */
const bodyLimit = 1024;

/**
 * The button of mail programs: the address of a mail's head, posted to without a session, a cookie or a question. What
 * merely opens the address, as those do that look for harm in mails, takes nobody off anything.
 */
export function registerOneClick(
  routes: FastifyInstance,
  { unsubscribe }: Pick<Unsubscribing, 'unsubscribe'>,
  addressOf: ClientAddress,
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
