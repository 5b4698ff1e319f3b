import type { Clock, InstallationId } from '@atrium/domain/core';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { overloadIn } from '../../../platform/overloaded.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Ingestion } from '../ingest-readings.ts';
import { readBody } from './read-body.ts';

/** Whom an ingest key speaks for. */
export interface IngestKeyHolder {
  readonly scope: Scope;
  readonly keyId: number;
  readonly installationId: InstallationId | null;
}

export interface IngestKeyVerifier {
  verify(secret: string): Promise<IngestKeyHolder | null>;
}

export interface IngestRouteDeps {
  readonly ingestion: Ingestion;
  readonly keys: IngestKeyVerifier;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
}

const busySeconds = 1;

/** POST /ingest/v1/readings: answers 200 only when the accepted readings would survive `kill -9`. */
export function registerIngestRoutes(fastify: FastifyInstance, deps: IngestRouteDeps): void {
  const { limits, rates } = deps.ingestion;
  const holders = new WeakMap<FastifyRequest, IngestKeyHolder>();

  // A context of its own: here bodies are bytes, whatever their type says, and errors are plain JSON.
  fastify.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.bytesPerRequest }, (_, body, done) =>
      done(null, body),
    );
    routes.setErrorHandler((error: FastifyError, _, reply) => {
      if (overloadIn(error) !== null) return busy(reply, 'Too much is asked for at once. Send them again later.');
      const status = error.statusCode ?? 500;
      if (status >= 500) deps.logError('a request with readings failed', error);
      if (status === 413) return refuse(reply, 413, `A body takes at most ${limits.bytesPerRequest} bytes.`);
      if (status < 500) return refuse(reply, 400, 'The body is unreadable.');
      return refuse(reply, 500, 'Something went wrong here.');
    });

    routes.post('/ingest/v1/readings', {
      bodyLimit: limits.bytesPerRequest,
      // Unpacked here, within limits of its own.
      decompress: false,
      // Before the body is read: who may not send, or too much at once, must not cost memory.
      onRequest: async (request, reply) => {
        const secret = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
        const holder = secret === undefined ? null : await deps.keys.verify(secret);
        if (holder === null) {
          return refuse(reply.header('www-authenticate', 'Bearer'), 401, 'The ingest key is missing or unknown.');
        }
        const wait = rates.takeRequest(holder.keyId);
        if (wait > 0) return refuse(reply.header('retry-after', wait), 429, 'This key sends more than its rate.');
        if (deps.ingestion.isFull) return busy(reply);
        holders.set(request, holder);
      },
      handler: async (request, reply) => {
        const holder = holders.get(request) as IngestKeyHolder;
        const headers = request.headers;
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const body = await readBody(bytes, headers['content-encoding'], headers['content-type'], limits);
        if (!body.ok) return refuse(reply, body.error.status, body.error.message);
        rates.chargeReadings(holder.keyId, body.value.length);
        const { scope, installationId } = holder;
        const result = await deps.ingestion.ingestReadings(scope, installationId, body.value, deps.clock.now());
        return result.ok ? reply.send(result.value) : busy(reply, result.error.message);
      },
    });
  });
}

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

function busy(reply: FastifyReply, message = 'More readings are waiting than can be stored now.'): FastifyReply {
  return refuse(reply.header('retry-after', busySeconds), 503, message);
}
