import type { Failure, Result } from '@atrium/domain/core';
import { describeMissingScope, type TokenScope } from '@atrium/domain/people/access';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GuessLimiter } from '../../../platform/addresses/guess-limiter.ts';
import type { GetClientAddress } from '../../../platform/addresses/ip-address.ts';
import { findUnavailable } from '../../../platform/unavailable.ts';
import type { KeyRateLimiter } from '../key-rate-limiter.ts';
import type { IngestKeyHolder, MessageEndpoint } from '../message-endpoint.ts';
import { detectBodyFormat } from './detect-body-format.ts';
import { type BodyFailure, type BodyForm, decompressBody, readBody } from './read-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Holder of the ingest key; set on keyed routes only. */
    keyHolder: IngestKeyHolder | null;
  }
}

export interface KeyGuessLimit {
  readonly guesses: GuessLimiter;
  readonly addressOf: GetClientAddress;
}

/** Machine endpoint that takes a list of items, authenticated by an ingest key. */
export interface KeyedRoute {
  /** Defaults to POST. */
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  /** Description of accepted bodies, for callers that used another method. */
  readonly accepts: string;
  readonly form: BodyForm;
  /** Scope that the items need. */
  readonly scope: TokenScope;
  /** Parses a body into items. By default, bodies are lists of the form. */
  readonly read?: (
    bytes: Buffer,
    encoding: string | undefined,
    request: FastifyRequest,
  ) => Promise<Result<readonly unknown[], BodyFailure>>;
  /** Accepts bodies of the other format, which senders also post to this URL. */
  readonly other?:
    | { readonly format: 'readings' | 'packet'; readonly door: MessageEndpoint; readonly scope: TokenScope }
    | undefined;
  /** Reads the key from the request; the bearer token by default. */
  readonly secretOf?: (request: FastifyRequest) => string | undefined;
  /** Resolves to null when the key is unknown. */
  readonly verify: (secret: string, address?: string) => Promise<IngestKeyHolder | null>;
  /** Counts unknown keys by client address; not counted by default. */
  readonly guessing?: KeyGuessLimit | undefined;
  readonly rates: KeyRateLimiter;
  /** Whether the endpoint would reject a request as overloaded now. */
  readonly isFull: () => boolean;
  /** Resolves with the response once the items would survive `kill -9`. A failure means that nothing is promised. */
  readonly take: (holder: IngestKeyHolder, items: readonly unknown[]) => Promise<Result<object, Failure>>;
  readonly logError: (message: string, error: unknown) => void;
}

const busySeconds = 1;

/** Registers the endpoint. It answers 200 with the result, 400, 401, 403, 413, 429 or 503. */
export function registerKeyedRoute(fastify: FastifyInstance, route: KeyedRoute): void {
  const { form, rates, take } = route;
  const busy = (reply: FastifyReply, message?: string) => busyWith(form, reply, message);

  // Own plugin context: bodies are bytes whatever their content type, and errors are plain JSON.
  fastify.register(async (routes) => {
    routes.decorateRequest('keyHolder', null);
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: form.bytesPerRequest }, (_, body, done) =>
      done(null, body),
    );
    routes.setErrorHandler((error: FastifyError, _, reply) => {
      const unavailable = findUnavailable(error);
      if (unavailable !== null) {
        const { isOverload, retryAfter } = unavailable;
        if (isOverload) return busy(reply, 'The server is busy. Send them again later.');
        route.logError(`${form.many} could not be stored`, error);
        return refuse(
          reply.header('retry-after', retryAfter),
          503,
          'Nothing can be stored now. Send them again later.',
        );
      }
      const status = error.statusCode ?? 500;
      if (status >= 500) route.logError(`a request with ${form.many} failed`, error);
      if (status === 413) return refuse(reply, 413, `A body takes at most ${form.bytesPerRequest} bytes.`);
      if (status < 500) return refuse(reply, 400, 'The body is unreadable.');
      return refuse(reply, 500, 'Something went wrong here.');
    });

    routes.route({
      method: route.method ?? 'POST',
      url: route.path,
      config: { accepts: route.accepts },
      // A HEAD probe of the URL must not be mistaken for a device.
      exposeHeadRoute: false,
      bodyLimit: form.bytesPerRequest,
      // Decompressed in the handler, with its own limits.
      decompress: false,
      // Runs before the body is read: unauthorized or rate-limited requests must not cost memory.
      onRequest: (request, reply) => authenticate(route, request, reply),
      handler: async (request, reply) => {
        const holder = request.keyHolder as IngestKeyHolder;
        const headers = request.headers;
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const plain = await decompressBody(bytes, headers['content-encoding'], form.bytesPerRequest);
        if (!plain.ok) return refuse(reply, plain.error.status, plain.error.message);
        if (route.other !== undefined && detectBodyFormat(plain.value) === route.other.format) {
          if (!holder.scopes.includes(route.other.scope)) return lacksScope(reply, holder, route.other.scope);
          return handleOtherFormat(route, route.other.door, plain.value, reply);
        }
        if (!holder.scopes.includes(route.scope)) return lacksScope(reply, holder, route.scope);
        const body = await (route.read?.(plain.value, undefined, request) ??
          readBody(plain.value, undefined, headers['content-type'], form));
        if (!body.ok) return refuse(reply, body.error.status, body.error.message);
        rates.chargeItems(holder.keyId, body.value.length);
        return answer(form, reply, await take(holder, body.value));
      },
    });
  });
}

/** Refuses a request by its headers alone, or sets the holder of its key. */
async function authenticate(route: KeyedRoute, request: FastifyRequest, reply: FastifyReply) {
  const secret = (route.secretOf ?? bearerOf)(request);
  if (secret === undefined) return unauthenticated(reply, 'missing');
  const address = route.guessing?.addressOf(request.raw);
  const seconds = route.guessing?.guesses.wait(address ?? '', secret) ?? 0;
  if (seconds > 0) {
    const message = 'Too many unknown keys come from this address. Try again later.';
    return refuse(reply.header('retry-after', seconds), 429, message);
  }
  const holder = await route.verify(secret, address);
  route.guessing?.guesses.note(address ?? '', secret, holder !== null);
  if (holder === null) return unauthenticated(reply, 'unknown');
  if (!holder.scopes.some((scope) => scope === route.scope || scope === route.other?.scope))
    return lacksScope(reply, holder, route.scope);
  const wait = route.rates.takeRequest(holder.keyId);
  if (wait > 0) return tooFast(reply, wait);
  if (route.isFull()) return busyWith(route.form, reply);
  request.keyHolder = holder;
  return undefined;
}

function busyWith({ many }: BodyForm, reply: FastifyReply, message?: string): FastifyReply {
  const text = message ?? `More ${many} are waiting than can be stored now.`;
  return refuse(reply.header('retry-after', busySeconds), 503, text);
}

function answer(form: BodyForm, reply: FastifyReply, result: Result<object, Failure>): FastifyReply {
  // Proxies must not cache the response, as they may for a GET.
  if (result.ok) return reply.header('cache-control', 'no-store').send(result.value);
  if (result.error.code === 'BAD_INPUT') return refuse(reply, 400, result.error.message);
  return busyWith(form, reply, result.error.message);
}

/** Accepts a body of the other format, with that format's rate and limits. */
async function handleOtherFormat({ form }: KeyedRoute, door: MessageEndpoint, bytes: Buffer, reply: FastifyReply) {
  const holder = reply.request.keyHolder as IngestKeyHolder;
  const wait = door.rates.takeRequest(holder.keyId);
  if (wait > 0) return tooFast(reply, wait);
  if (door.isFull) return busyWith(form, reply);
  const body = await door.read(bytes, undefined);
  if (!body.ok) return refuse(reply, 400, body.error.message);
  door.rates.chargeItems(holder.keyId, body.value.length);
  return answer(form, reply, await door.take(holder, body.value));
}

const tooFast = (reply: FastifyReply, seconds: number) =>
  refuse(reply.header('retry-after', seconds), 429, 'This key sends more than its rate.');

const lacksScope = (reply: FastifyReply, { scopes, withheld }: IngestKeyHolder, needed: TokenScope) =>
  refuse(reply, 403, describeMissingScope(scopes, needed, withheld));

const unauthenticated = (reply: FastifyReply, what: 'missing' | 'unknown') =>
  refuse(reply.header('www-authenticate', 'Bearer'), 401, missingKey[what]);

const missingKey = {
  missing: 'The ingest key is missing. Send it in the header "Authorization: Bearer <key>".',
  unknown: 'The ingest key is unknown: it was mistyped or revoked, or it has expired.',
};

const bearerOf = ({ headers }: FastifyRequest) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

type RefusalStatus = 400 | 401 | 403 | 413 | 429 | 500 | 503;

const refusalCodes: Record<RefusalStatus, string> = {
  400: 'BAD_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  413: 'TOO_LARGE',
  429: 'RATE_LIMITED',
  500: 'INTERNAL',
  503: 'OVERLOADED',
};

function refuse(reply: FastifyReply, status: RefusalStatus, message: string): FastifyReply {
  return reply.code(status).send({ code: refusalCodes[status], message });
}
