import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { type ErrorCode, errorCodes } from '@atrium/domain/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import { yieldToEventLoop } from '../concurrency/event-loop.ts';
import { Cancelled } from '../failures.ts';
import { isForeignOrigin } from '../http/security-headers.ts';
import { pageStorage } from '../http/token-storage.ts';
import { type Authentication, buildContext, type GraphqlContext } from './context.ts';
import { type CostBudgets, createCostBudgets } from './cost/cost-budgets.ts';
import { buildRateLimitError, buildTooLongError } from './cost/refusal.ts';
import { authenticateToken, createEndpoint, type Endpoint, type GraphqlEdgeOptions } from './endpoint.ts';
import { buildAccessError, createErrorMask, getRetryAfter } from './errors.ts';
import { maxAnonymousBytes, maxRequestBytes } from './limits.ts';
import { createSessionWatches } from './sockets/session-watches.ts';
import { measureSockets } from './sockets/socket-metrics.ts';
import { createSocketSlots, type SocketSlot, type SocketSlots } from './sockets/socket-slots.ts';
import { mountSockets } from './sockets/sockets.ts';
import { isForm, maxFormBytes } from './uploads.ts';

export type { GraphqlEdgeOptions } from './endpoint.ts';

/**
 * Serves both schemas: POST of application/json (server-sent events for subscriptions on request), multipart/form-data
 * uploads by signed-in users, and graphql-transport-ws sockets on the same paths.
 *
 * Sign-in and export are queries with side effects. So GET is never answered, nor any content type that a foreign page
 * could send without a preflight.
 */
export function mountGraphql(fastify: FastifyInstance, options: GraphqlEdgeOptions): void {
  const sessions = createSessionWatches(options);
  // Both schemas, over requests and sockets, share these budgets.
  const { spending = createCostBudgets() } = options;
  const shared = { sessions, spending, places: createSocketSlots(options.socketLimits) };
  const endpoints = new Map<string, Endpoint>([
    ['/v2/graphql', createEndpoint('/v2/graphql', options.main, options, shared)],
    ['/hub/graphql', createEndpoint('/hub/graphql', options.hub, options, shared)],
  ]);
  for (const [path, yoga] of endpoints) {
    // A scope for each path, since the limits belong to the parsers: a limit of the route would replace them all.
    fastify.register(async (routes) => {
      parseBodies(routes, maxFormBytes[path as keyof typeof maxFormBytes]);
      routes.post(path, {
        onRequest: (request, reply) => authenticateUpload(request, reply, options),
        handler: (request, reply) => answer({ yoga, options, ...shared }, request, reply),
      });
      routes.options(path, (request, reply) => preflight(request, reply, options));
      routes.get(path, (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'POST, OPTIONS')
          .send({ errors: [{ message: 'POST only' }] }),
      );
    });
  }
  const waitingBytes = mountSockets(fastify, endpoints, options, shared);
  if (options.metrics !== undefined) measureSockets(shared.places, waitingBytes, options.metrics);
  fastify.addHook('onClose', async () => sessions.close());
}

/** Takes JSON as text and forms as bytes, each up to its own size, and nothing else. */
function parseBodies(routes: FastifyInstance, maxForm: number): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxRequestBytes },
    (_request, body, done) => done(null, body),
  );
  routes.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maxForm },
    (_request, body, done) => done(null, body),
  );
}

/** Reserves a slot for an event stream, which counts like a socket of the same caller. */
function reserveSlot(places: SocketSlots, address: string, { scope }: Authentication): SocketSlot | null {
  const place = places.take(address);
  const person = scope?.viewedBy ?? scope?.userId ?? null;
  if (place === null || person === null || place.signedIn(person)) return place;
  place.free();
  return null;
}

function preflight(request: FastifyRequest, reply: FastifyReply, options: GraphqlEdgeOptions): FastifyReply {
  const { origin } = request.headers;
  if (origin === undefined || isForeignOrigin(origin, options.allowedOrigins)) return reply.code(403).send();
  return allow(reply, origin)
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'authorization, content-type')
    .header('access-control-max-age', '600')
    .code(204)
    .send();
}

/** Always one of the allowed origins, never an arbitrary one echoed back. */
function allow(reply: FastifyReply, origin: string | undefined): FastifyReply {
  reply.header('vary', 'Origin');
  return origin === undefined ? reply : reply.header('access-control-allow-origin', origin);
}

interface Answering {
  readonly yoga: Endpoint;
  readonly options: GraphqlEdgeOptions;
  readonly spending: CostBudgets;
  readonly places: SocketSlots;
}

async function answer(
  { yoga, options, spending, places }: Answering,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { origin, accept } = request.headers;
  if (isForeignOrigin(origin, options.allowedOrigins))
    return reply.code(403).send({ errors: [{ message: 'Origin not allowed' }] });
  const caller = callerOf(request, options);
  const { address, tokens } = caller;
  const signal = untilClosed(reply.raw);
  const authentication = await authenticateToken(caller.bearer, options, address).catch((error: unknown) =>
    createErrorMask(options.log)(error),
  );
  if (authentication instanceof Error) return notAuthenticated(allow(reply, origin), authentication as GraphQLError);
  const contentTypeSent = isForm(request.headers['content-type']) ? request.headers['content-type'] : undefined;
  if (contentTypeSent !== undefined && authentication.scope === null)
    return unauthorized(allow(reply, origin), authentication, caller);
  const body = request.body as string | Buffer<ArrayBuffer>;
  const retryAfter = await spending.spendText({ scope: authentication.scope, address }, body.length);
  if (retryAfter !== null) return refuseUnread(allow(reply, origin), buildRateLimitError(retryAfter), retryAfter);
  if (authentication.scope === null && body.length > maxAnonymousBytes)
    return refuseUnread(allow(reply, origin), buildTooLongError(maxAnonymousBytes));
  if (accept?.includes('text/event-stream')) {
    const place = reserveSlot(places, address, authentication);
    if (place === null) return refuseUnread(allow(reply, origin), buildRateLimitError(minute), minute);
    reply.raw.once('close', place.free);
  }
  await yieldToEventLoop();
  const response = await yoga.fetch(
    `http://atrium${request.routeOptions.url}`,
    {
      method: 'POST',
      headers: { 'content-type': contentTypeSent ?? 'application/json', accept: accept ?? 'application/json' },
      body,
    },
    buildContext(authentication, caller, signal),
  );
  allow(reply, origin).code(response.status);
  const contentType = response.headers.get('content-type') ?? 'application/json';
  reply.header('content-type', contentType).header('cache-control', 'no-store');
  const later = response.headers.get('retry-after');
  if (later !== null) reply.header('retry-after', later);
  if (tokens.cookies.length > 0) reply.header('set-cookie', tokens.cookies);
  if (!contentType.startsWith('text/event-stream') || response.body === null) return reply.send(await response.text());
  return reply.send(Readable.from(response.body));
}

/** Rejects uploads of anonymous callers before the body is read, since it may be large. */
async function authenticateUpload(request: FastifyRequest, reply: FastifyReply, options: GraphqlEdgeOptions) {
  const { origin, 'content-type': type } = request.headers;
  if (!isForm(type) || isForeignOrigin(origin, options.allowedOrigins)) return undefined;
  const caller = callerOf(request, options);
  const known = await authenticateToken(caller.bearer, options).catch(() => null);
  // A failing store is reported by the handler, which authenticates again.
  if (known === null || known.scope !== null) return undefined;
  return unauthorized(allow(reply, origin), known, caller);
}

type Caller = Pick<GraphqlContext, 'address' | 'bearer' | 'tokens'>;

function callerOf({ raw, headers }: FastifyRequest, { addressOf, keeping = pageStorage }: GraphqlEdgeOptions): Caller {
  const tokens = keeping(headers);
  return { address: addressOf(raw), bearer: tokens.proven(bearerOf(headers.authorization)), tokens };
}

const unauthorized = (reply: FastifyReply, authentication: Authentication, caller: Caller) =>
  reply.code(401).send({ errors: [buildAccessError(buildContext(authentication, caller))] });

/** Shared abort reason. Most signals have no listener any more, so an error for each would be wasted. */
const disconnected = new Cancelled();

/** Returns a signal that aborts when the response is sent or the caller disconnects. */
function untilClosed(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once('close', () => closed.abort(disconnected));
  return closed.signal;
}

/** Seconds. */
const minute = 60;

/** Refuses a request without parsing its body. */
function refuseUnread(reply: FastifyReply, why: GraphQLError, retryAfter?: number): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(errorCodes[why.extensions.code as ErrorCode]).send({ errors: [why] });
}

/** Answers a request when authentication itself failed, such as while its store is unreachable. */
function notAuthenticated(reply: FastifyReply, error: GraphQLError): FastifyReply {
  const retryAfter = getRetryAfter({ errors: [error] });
  if (retryAfter === null) return reply.code(errorCodes.INTERNAL).send({ errors: [error] });
  return reply
    .code(errorCodes.OVERLOADED)
    .header('retry-after', retryAfter)
    .send({ errors: [error] });
}

function bearerOf(header: string | undefined): string {
  const match = /^Bearer +(\S+)$/i.exec(header ?? '');
  return match?.[1] ?? '';
}
