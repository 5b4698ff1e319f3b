import { createHash } from 'node:crypto';
import { type Clock, err, errorCodes, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { describeMissingScope } from '@atrium/domain/people/access';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KeyRateLimiter } from '../../numbers/index.ts';
import type { IngestKeys, VerifiedKey } from '../../people/access/index.ts';
import type { GuessLimiter } from '../../platform/addresses/guess-limiter.ts';
import type { GetClientAddress } from '../../platform/addresses/ip-address.ts';
import { Cancelled, findOverload } from '../../platform/failures.ts';
import { type CostBudgets, memberBudget } from '../../platform/graphql/cost/cost-budgets.ts';
import type { Sizes } from '../../platform/graphql/cost/declared-cost.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { findUnavailable } from '../../platform/unavailable.ts';
import { createInputCheck, createSchemaCompilers } from './check-inputs.ts';
import { basePath } from './openapi.ts';
import { sendProblem } from './problem.ts';
import type { RestRoute } from './route.ts';
import { createStreamLimit, getStreamCaller, type TakeStream, TextStream } from './text-stream.ts';

export interface RestEdge {
  readonly keys: Pick<IngestKeys, 'verify'>;
  readonly guesses: GuessLimiter;
  readonly addressOf: GetClientAddress;
  readonly spending: Pick<CostBudgets, 'spend' | 'readRemaining'>;
  readonly sizesOf: (scope: Scope) => Promise<Sizes>;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
}

/** Bytes. A query with a thousand ids has a tenth. */
const maxBodyBytes = 100_000;
/** ms, as for documents of GraphQL. */
const timeoutMs = 30_000;
/** ms. A stream that takes longer is continued by another request. */
const streamTimeoutMs = 600_000;
const maxStreams = 2;
/** Requests are cheap beside what they cost to answer, which has its own budget. */
export const requestRates = { requestsPerSecond: 20, requestBurst: 200, itemsPerSecond: 1, itemBurst: 1 };
/** Units of a token's budget per minute in the RateLimit header. */
const quota = 10_000;

/** Registers the routes. Answers are JSON, refusals `application/problem+json`. */
export function registerRestRoutes(fastify: FastifyInstance, routes: readonly RestRoute[], edge: RestEdge): void {
  const limiter = new KeyRateLimiter(edge.clock, requestRates);
  const compilers = createSchemaCompilers();
  const takeStream = createStreamLimit(maxStreams);
  fastify.register(async (scoped) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_, body, done) =>
      done(null, body),
    );
    scoped.setErrorHandler((error: FastifyError, _request, reply) => answerError(error, reply, edge));
    for (const route of routes) {
      const check = createInputCheck(route, compilers);
      scoped.route({
        method: route.method,
        url: basePath + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        config: route.body === undefined ? {} : { accepts: `JSON (${basePath}/openapi.json) and a bearer token` },
        bodyLimit: maxBodyBytes,
        // Before the body is read: a caller without a token must cost no memory.
        onRequest: async (request, reply) => {
          const token = await authenticate(request, edge);
          const admitted = token.ok ? admit(token.value, route, limiter) : token;
          if (!admitted.ok) return sendProblem(reply, admitted.error);
          request.restToken = admitted.value;
          return undefined;
        },
        handler: (request, reply) => answer(route, check, request, reply, edge, takeStream),
      });
    }
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Token of the caller; set on routes of the REST API only. */
    restToken?: VerifiedKey;
  }
}

/** Returns the holder of the bearer token. UNAUTHENTICATED, or RATE_LIMITED after many unknown tokens. */
export async function authenticate(request: FastifyRequest, edge: RestEdge): Promise<Result<VerifiedKey, Failure>> {
  const secret = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (secret === undefined)
    return err(failure('UNAUTHENTICATED', 'Send a token in the header "Authorization: Bearer <token>".'));
  const address = edge.addressOf(request.raw);
  const retryAfter = edge.guesses.wait(address, secret);
  if (retryAfter > 0)
    return err({ ...failure('RATE_LIMITED', 'Too many unknown tokens come from this address.'), retryAfter });
  const token = await edge.keys.verify(secret, address);
  edge.guesses.note(address, secret, token !== null);
  return token === null
    ? err(failure('UNAUTHENTICATED', 'The token is unknown: it was mistyped or revoked, or it has expired.'))
    : ok(token);
}

function admit(token: VerifiedKey, { scope }: RestRoute, limiter: KeyRateLimiter): Result<VerifiedKey, Failure> {
  if (scope !== null && !token.scopes.includes(scope))
    return err(failure('FORBIDDEN', describeMissingScope(token.scopes, scope, token.withheld)));
  const retryAfter = limiter.takeRequest(token.keyId);
  return retryAfter > 0 ? err(tooMany(retryAfter)) : ok(token);
}

const tooMany = (retryAfter: number): Failure => ({
  ...failure('RATE_LIMITED', `Too much at once. Try again in ${retryAfter} s.`),
  retryAfter,
});

async function answer(
  route: RestRoute,
  check: ReturnType<typeof createInputCheck>,
  request: FastifyRequest,
  reply: FastifyReply,
  edge: RestEdge,
  takeStream: TakeStream,
) {
  const token = request.restToken as VerifiedKey;
  const body = readBody(route, request.body);
  if (!body.ok) return sendProblem(reply, body.error);
  const inputs = check({ path: request.params, query: request.query, body: body.value });
  if (!inputs.ok) return sendProblem(reply, inputs.error);
  const refusal = await spendCost((sizes) => route.cost(inputs.value, sizes), token.scope, edge);
  await writeRateLimit(reply, token.scope, edge);
  if (refusal !== null) return sendProblem(reply, refusal);
  const isStream = route.contentType?.startsWith('application/x-ndjson') === true;
  if (isStream && !takeStream(getStreamCaller(token), reply.raw)) return sendProblem(reply, tooManyStreams);
  const signal = createDeadline(reply, isStream ? streamTimeoutMs : timeoutMs);
  const result = await route.handle(inputs.value, { token, signal });
  if (!result.ok) return sendProblem(reply, result.error);
  if (result.value instanceof TextStream) {
    reply.header('cache-control', 'no-store').type(route.contentType ?? 'text/plain');
    return reply.send(result.value.open((cost) => spendCost(() => cost, token.scope, edge), signal));
  }
  return typeof result.value === 'string'
    ? reply
        .header('cache-control', 'no-store')
        .type(route.contentType ?? 'text/plain')
        .send(result.value)
    : sendJson(request, reply, result.value);
}

const tooManyStreams: Failure = {
  ...failure('RATE_LIMITED', `A token, or a person with personal tokens, reads ${maxStreams} streams at once.`),
  retryAfter: 10,
};

function readBody({ body }: RestRoute, text: unknown): Result<unknown, Failure> {
  if (body === undefined) return ok(undefined);
  try {
    return ok(JSON.parse(String(text)));
  } catch {
    return err(failure('BAD_INPUT', 'The body is not JSON.', 'body'));
  }
}

/** Returns why the token may not ask for this now; null if it may. */
export async function spendCost(
  costOf: (sizes: Sizes) => number,
  scope: Scope,
  edge: RestEdge,
): Promise<Failure | null> {
  const sizes = await edge.sizesOf(scope);
  const cost = Math.ceil(costOf(sizes));
  const limit = memberBudget(sizes);
  if (cost > limit) return failure('TOO_EXPENSIVE', `This costs ${cost}, the limit is ${limit}: ask for less at once.`);
  const retryAfter = await edge.spending.spend({ scope, address: scope.address ?? '' }, cost, sizes);
  return retryAfter === null ? null : tooMany(retryAfter);
}

async function writeRateLimit(reply: FastifyReply, scope: Scope, { spending }: RestEdge): Promise<void> {
  const { share, seconds } = await spending.readRemaining(scope);
  reply.header('ratelimit-policy', `"token";q=${quota};w=60`);
  reply.header('ratelimit', `"token";r=${Math.floor(share * quota)};t=${seconds}`);
}

/** Returns a signal that aborts when the caller has left or the time is over. */
export function createDeadline(reply: FastifyReply, limitMs = timeoutMs): AbortSignal {
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort(new Cancelled()));
  return AbortSignal.any([closed.signal, AbortSignal.timeout(limitMs)]);
}

/** Only definitions have an ETag: other answers change with time, and are not cached. */
function sendJson(request: FastifyRequest, reply: FastifyReply, value: object): FastifyReply {
  const text = JSON.stringify(value);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return reply.header('cache-control', 'no-store').send(text);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text);
}

/** Masks internal errors: their message goes to the log, never into the answer. */
export function answerError(error: FastifyError, reply: FastifyReply, { logError }: RestEdge): FastifyReply {
  const busy = failure('OVERLOADED', 'The server is busy, or this took too long. Try again in a moment.');
  const overload = findOverload(error);
  if (overload !== null) return sendProblem(reply, { ...busy, retryAfter: overload.retryAfter });
  if ((error as Error) instanceof Cancelled || error.name === 'TimeoutError' || error.name === 'AbortError')
    return sendProblem(reply, { ...busy, retryAfter: 5 });
  const unavailable = findUnavailable(error);
  if (unavailable !== null) {
    logError('a store could not do its part', error);
    return sendProblem(reply, { ...failure('OVERLOADED', unavailable.message), retryAfter: unavailable.retryAfter });
  }
  const status = error.statusCode ?? errorCodes.INTERNAL;
  if (status < errorCodes.INTERNAL) return sendProblem(reply, failure('BAD_INPUT', error.message), status);
  logError('a request of the REST API failed', error);
  return sendProblem(reply, failure('INTERNAL', 'Something went wrong here.'));
}
