import { errorCodes, type Failure } from '@atrium/domain/core';
import type { FastifyReply } from 'fastify';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported media type',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Overloaded',
};

/** Answers with a failure as `application/problem+json` (RFC 9457), with the status of its code unless given. */
export function sendProblem(
  reply: FastifyReply,
  { code, message, field, retryAfter }: Failure,
  status: number = errorCodes[code],
): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (status === errorCodes.UNAUTHENTICATED) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(
      JSON.stringify({
        type: 'about:blank',
        title: titles[status] ?? 'Error',
        status,
        code,
        detail: message,
        field,
        retryAfter,
      }),
    );
}
