import type { Failure, InstallationId, Result } from '@atrium/domain/core';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientAddress, SecretGuesses } from '../../../platform/addresses/index.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { unavailableIn } from '../../../platform/unavailable.ts';
import type { KeyRates } from '../key-rates.ts';
import type { MessageDoor } from '../mqtt/take-message.ts';
import { bodyFormat } from './body-format.ts';
import { type BodyFailure, type BodyForm, readBody, unpackBody } from './read-body.ts';

/** Whom an ingest key speaks for. */
export interface IngestKeyHolder {
  readonly scope: Scope;
  readonly keyId: number;
  readonly installationId: InstallationId | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** At a door for machines: whose key was shown. */
    keyHolder: IngestKeyHolder | null;
  }
}

export interface KeyGuessing {
  readonly guesses: SecretGuesses;
  readonly addressOf: ClientAddress;
}

/** A door for machines: a list of items, signed with a key. */
export interface KeyedRoute {
  /** POST unless said. */
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly form: BodyForm;
  /** Its items, where a body is no list of the form. */
  readonly read?: (
    bytes: Buffer,
    encoding: string | undefined,
    request: FastifyRequest,
  ) => Promise<Result<readonly unknown[], BodyFailure>>;
  /** Takes bodies of the other format, which senders post to this address too. */
  readonly other?: { readonly format: 'readings' | 'packet'; readonly door: MessageDoor } | undefined;
  /** Where the key stands; a bearer token unless said. */
  readonly secretOf?: (request: FastifyRequest) => string | undefined;
  /** null: the key does not open this door. */
  readonly verify: (secret: string) => Promise<IngestKeyHolder | null>;
  /** Counts unknown keys by the address they come from; without: nobody does. */
  readonly guessing?: KeyGuessing | undefined;
  readonly rates: KeyRates;
  /** Whether a request would be turned away now. */
  readonly isFull: () => boolean;
  /** Resolves with what is answered, once it would survive `kill -9`; a failure is that nothing can be promised now. */
  readonly take: (holder: IngestKeyHolder, items: readonly unknown[]) => Promise<Result<object, Failure>>;
  readonly logError: (message: string, error: unknown) => void;
}

const busySeconds = 1;

/** A request to the route's path: 200 with what was taken, 400, 401, 413, 429 or 503. */
export function registerKeyedRoute(fastify: FastifyInstance, route: KeyedRoute): void {
  const { form, rates, take } = route;
  const busy = (reply: FastifyReply, message = `More ${form.many} are waiting than can be stored now.`) =>
    refuse(reply.header('retry-after', busySeconds), 503, message);

  const answer = (reply: FastifyReply, result: Result<object, Failure>) => {
    // What stands between must not answer the next one by itself, as it may of a GET.
    if (result.ok) return reply.header('cache-control', 'no-store').send(result.value);
    if (result.error.code === 'BAD_INPUT') return refuse(reply, 400, result.error.message);
    return busy(reply, result.error.message);
  };
  const takeOther = async (door: MessageDoor, holder: IngestKeyHolder, bytes: Buffer, reply: FastifyReply) => {
    const wait = door.rates.takeRequest(holder.keyId);
    if (wait > 0) return tooFast(reply, wait);
    if (door.isFull) return busy(reply);
    const body = await door.read(bytes, undefined);
    if (!body.ok) return refuse(reply, 400, body.error.message);
    door.rates.chargeItems(holder.keyId, body.value.length);
    return answer(reply, await door.take(holder, body.value));
  };

  // A context of its own: here bodies are bytes, whatever their type says, and errors are plain JSON.
  fastify.register(async (routes) => {
    routes.decorateRequest('keyHolder', null);
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: form.bytesPerRequest }, (_, body, done) =>
      done(null, body),
    );
    routes.setErrorHandler((error: FastifyError, _, reply) => {
      const unavailable = unavailableIn(error);
      if (unavailable !== null) {
        const { isOverload, retryAfter } = unavailable;
        if (isOverload) return busy(reply, 'Too much is asked for at once. Send them again later.');
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
      // Whoever only looks whether an address is there must not be taken for a device.
      exposeHeadRoute: false,
      bodyLimit: form.bytesPerRequest,
      // Unpacked here, within limits of its own.
      decompress: false,
      // Before the body is read: who may not send, or too much at once, must not cost memory.
      onRequest: async (request, reply) => {
        const secret = (route.secretOf ?? bearerOf)(request);
        if (secret === undefined) return unauthenticated(reply, 'missing');
        const address = route.guessing?.addressOf(request.raw) ?? '';
        const seconds = route.guessing?.guesses.wait(address, secret) ?? 0;
        if (seconds > 0) {
          const message = 'Too many unknown keys come from this address. Try again later.';
          return refuse(reply.header('retry-after', seconds), 429, message);
        }
        const holder = await route.verify(secret);
        route.guessing?.guesses.note(address, secret, holder !== null);
        if (holder === null) return unauthenticated(reply, 'unknown');
        const wait = rates.takeRequest(holder.keyId);
        if (wait > 0) return tooFast(reply, wait);
        if (route.isFull()) return busy(reply);
        request.keyHolder = holder;
      },
      handler: async (request, reply) => {
        const holder = request.keyHolder as IngestKeyHolder;
        const headers = request.headers;
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const plain = await unpackBody(bytes, headers['content-encoding'], form.bytesPerRequest);
        if (!plain.ok) return refuse(reply, plain.error.status, plain.error.message);
        if (route.other !== undefined && bodyFormat(plain.value) === route.other.format) {
          return takeOther(route.other.door, holder, plain.value, reply);
        }
        const body = await (route.read?.(plain.value, undefined, request) ??
          readBody(plain.value, undefined, headers['content-type'], form));
        if (!body.ok) return refuse(reply, body.error.status, body.error.message);
        rates.chargeItems(holder.keyId, body.value.length);
        return answer(reply, await take(holder, body.value));
      },
    });
  });
}

const tooFast = (reply: FastifyReply, seconds: number) =>
  refuse(reply.header('retry-after', seconds), 429, 'This key sends more than its rate.');

const unauthenticated = (reply: FastifyReply, what: 'missing' | 'unknown') =>
  refuse(reply.header('www-authenticate', 'Bearer'), 401, missingKey[what]);

const missingKey = {
  missing: 'The ingest key is missing. Send it in the header "Authorization: Bearer <key>".',
  unknown: 'The ingest key is unknown: it was mistyped or revoked, or it is for other data.',
};

const bearerOf = ({ headers }: FastifyRequest) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

type RefusalStatus = 400 | 401 | 413 | 429 | 500 | 503;

const refusalCodes: Record<RefusalStatus, string> = {
  400: 'BAD_INPUT',
  401: 'UNAUTHENTICATED',
  413: 'TOO_LARGE',
  429: 'RATE_LIMITED',
  500: 'INTERNAL',
  503: 'OVERLOADED',
};

function refuse(reply: FastifyReply, status: RefusalStatus, message: string): FastifyReply {
  return reply.code(status).send({ code: refusalCodes[status], message });
}
