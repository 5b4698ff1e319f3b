import type { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Logger } from '../logging/index.ts';
import { StartRefused } from '../start-refused.ts';
import { addHealthRoutes, type ReadinessCheck } from './health-routes.ts';
import { measureRequests } from './http-metrics.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { serveWebApplication } from './web-application.ts';

export interface HttpServerOptions {
  readonly logger: Logger;
  readonly registry: Registry;
  readonly isReady: ReadinessCheck;
  /** The built web application; may be missing. */
  readonly webFolder: string;
  /** People reach the product over https: browsers are told to stay there. */
  readonly isHttps: boolean;
}

export interface HttpServer {
  /** Modules add their routes here, before `listen`. */
  readonly routes: FastifyInstance;
  /** Resolves with the origin to open, e.g. `http://127.0.0.1:4000`. */
  listen(host: string, port: number): Promise<string>;
  /** Takes no more requests, finishes those in flight, cuts what is still open after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Text, but no event streams: a compressor would hold their events back. */
const compressible =
  /^(text\/(?!event-stream)|application\/(json|graphql-response\+json|manifest\+json|javascript|xml)|image\/svg\+xml)/;

/** A route that takes more says so itself. */
const bodyBytes = 1024 ** 2;

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const fastify = Fastify({
    bodyLimit: bodyBytes,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
  });
  const sockets = trackSockets(fastify);
  answerErrors(fastify, options.logger);
  addSecurityHeaders(fastify, options.isHttps);
  measureRequests(fastify, options.registry);
  // Ahead of all routes: it hooks into those declared after it.
  await fastify.register(compress, {
    threshold: 1024,
    customTypes: compressible,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  addHealthRoutes(fastify, options.isReady, options.registry, options.logger);
  serveWebApplication(fastify, options.webFolder);

  return {
    routes: fastify,
    async listen(host, port) {
      await fastify.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
        throw new StartRefused(whyNotListening(error, host, port));
      });
      const address = fastify.server.address();
      const actual = address !== null && typeof address === 'object' ? address.port : port;
      return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
    },
    async close(graceMs) {
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, graceMs);
      await fastify.close();
      clearTimeout(deadline);
    },
  };
}

function whyNotListening(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is taken: stop what listens there, or set PORT`;
    case 'EACCES':
      return `port ${port} needs more rights than we have: set PORT to one above 1023`;
    default:
      return `cannot listen on ${host}, port ${port} (${error.code ?? error.message}): set HOST and PORT`;
  }
}

/** Upgraded sockets are no longer the HTTP server's to close, and stuck ones would keep it from ever closing. */
function trackSockets(fastify: FastifyInstance): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  fastify.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** The seam where bugs are masked: their message goes to the log, never into the answer. */
function answerErrors(fastify: FastifyInstance, logger: Logger): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      logger.error({ err: error, route: request.routeOptions.url }, 'a request failed');
      return reply.code(status).send({ code: 'INTERNAL', message: 'something went wrong on our side' });
    }
    return reply.code(status).send({ code: codeOf(status), message: error.message });
  });
}

const codes: Record<number, string> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
};
const codeOf = (status: number) => codes[status] ?? 'BAD_INPUT';
