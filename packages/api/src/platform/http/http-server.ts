import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { constants } from 'node:zlib';
import { errorCodes } from '@atrium/domain/core';
import compress from '@fastify/compress';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { urlHost } from '../config/index.ts';
import { limitConnections, listensBesideOthers, listenWidely } from '../listening/index.ts';
import type { Logger } from '../logging/index.ts';
import { StartRefused } from '../start-refused.ts';
import { traceRequests } from '../tracing/trace-requests.ts';
import { unavailableIn } from '../unavailable.ts';
import { closeStalledConnections } from './close-stalled-connections.ts';
import { limitSilentConnections, type SilentLimits } from './connection-limits.ts';
import { ensurePortFree, whyNotListening } from './ensure-port-free.ts';
import { addHealthRoutes, type ReadinessCheck } from './health-routes.ts';
import { measureRequests } from './http-metrics.ts';
import { logRequests } from './log-requests.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { type CookiePlace, serveWebApplication } from './web-application.ts';

export interface HttpServerOptions {
  readonly logger: Logger;
  readonly registry: Registry;
  readonly isReady: ReadinessCheck;
  /** The built web application; may be missing. */
  readonly webFolder: string;
  /** People reach the product over https: browsers are told to stay there. */
  readonly isHttps: boolean;
  /** All hosts below the product's own are reached over https too, and browsers are told so. */
  readonly hstsSubdomains: boolean;
  /** What `/metrics` takes as bearer token; null: it answers nobody. */
  readonly metricsToken: string | null;
  /** Writes a line for each answer. */
  readonly logsRequests?: boolean;
  /** Networks of proxies, whose connections are everybody's. */
  readonly trustedProxies: readonly string[];
  readonly silentLimits?: SilentLimits;
  /** Maximum number of open connections. */
  readonly maxConnections?: number;
  /** ms after which a connection is closed that takes nothing of its answer. */
  readonly stalledMs?: number;
  /** Origins of other servers that pages may send to. */
  readonly connects: readonly string[];
  /** Whose pages may frame the preview of a page; null: nobody's. */
  readonly builderOrigin: string | null;
  readonly cookies: CookiePlace;
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

/** Bytes that fit into two packets: what is shorter, as most single numbers are, is there no sooner compressed. */
const threshold = 2048;

/** Bytes of an answer that takes longer to hand to another thread and back than to compress, which is part of a ms. */
const syncThreshold = 64 * 1024;

/** A route that takes more says so itself. */
const bodyBytes = 1024 ** 2;
const farewellMs = 150;

/** ms that a request's headers may take, and how often it is looked. */
const headersMs = 10_000;
const lookMs = 2000;
/** Open connections of all kinds: before a request, during one, between two, and upgraded to sockets. */
const defaultMaxConnections = 10_000;
const defaultStalledMs = 60_000;

/**
 * Sockets on the port: a turn of the event loop takes one new connection from each (decision 40). Each takes one of the
 * files that the process may open.
 */
const listeners = 64;

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const fastify = Fastify({
    bodyLimit: bodyBytes,
    requestTimeout: 60_000,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: lookMs,
      // HTTP/2 is an offer that some clients make with every request (Java's, for one). Servers without it answer as usual.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() !== 'h2c',
    },
    connectionTimeout: options.stalledMs ?? defaultStalledMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => decodable(url),
  });
  const { trustedProxies, maxConnections: max = defaultMaxConnections } = options;
  const connections = limitConnections(fastify.server, { max, trustedProxies });
  closeStalledConnections(fastify.server, connections);
  limitSilentConnections(fastify.server, trustedProxies, options.silentLimits);
  const traffic = watchTraffic(fastify.server);
  answerErrors(fastify, options.logger);
  addSecurityHeaders(fastify, options);
  measureRequests(fastify, options.registry);
  traceRequests(fastify);
  if (options.logsRequests) logRequests(fastify, options.logger);
  // Ahead of all routes: it hooks into those declared after it.
  await fastify.register(compress, {
    threshold,
    customTypes: compressible,
    encodings: ['br', 'gzip'],
    syncThreshold,
    zlibOptions: { level: 3 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  addHealthRoutes(fastify, options);
  const { webFolder: folder, connects, builderOrigin, cookies } = options;
  serveWebApplication(fastify, { folder, connects, builderOrigin, cookies });

  let closeOthers = () => {};
  return {
    routes: fastify,
    async listen(host, port) {
      // Another product of ours that shares its port the same way would be no obstacle to the system.
      if (port !== 0) await ensurePortFree(host, port);
      const place = { host, port, ...listensBesideOthers };
      await fastify.listen(place).catch((error: NodeJS.ErrnoException) => {
        throw new StartRefused(whyNotListening(error, host, port));
      });
      closeOthers = await listenWidely(fastify.server, listeners, { allowHalfOpen: true, noDelay: true });
      const address = fastify.server.address();
      const actual = address !== null && typeof address === 'object' ? address.port : port;
      return `http://${urlHost(host)}:${actual}`;
    },
    async close(graceMs) {
      closeOthers();
      const closed = fastify.close();
      await Promise.race([traffic.answered(), delay(graceMs, undefined, { ref: false })]);
      // The last bytes and the farewells of sockets are on their way; what stays open after them has nothing to say.
      await Promise.race([traffic.left(), delay(Math.min(graceMs, farewellMs))]);
      traffic.cut();
      await closed;
    },
  };
}

/** Where a path was cut off within a sign, its percent signs count as themselves: it is unknown, not malformed. */
function decodable(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/**
 * A server that closes waits for every open connection: also for one that never sent a request, is stuck, or was
 * upgraded to a socket. So requests and connections are counted here, and what is left over is cut.
 */
function watchTraffic(server: Server) {
  const connections = new Set<Socket>();
  // A number, no set of them: its discarded tables would keep whatever was in flight until the next full collection.
  let requests = 0;
  let [whenAnswered, whenLeft] = [() => {}, () => {}];
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) whenLeft();
    });
  });
  server.on('request', (_request, response) => {
    requests += 1;
    response.once('close', () => {
      requests -= 1;
      if (requests === 0) whenAnswered();
    });
  });
  return {
    answered: () =>
      new Promise<void>((resolve) => {
        whenAnswered = resolve;
        if (requests === 0) resolve();
      }),
    left: () =>
      new Promise<void>((resolve) => {
        whenLeft = resolve;
        if (connections.size === 0) resolve();
      }),
    cut() {
      for (const socket of connections) socket.destroy();
    },
  };
}

/** The seam where bugs are masked: their message goes to the log, never into the answer. */
function answerErrors(fastify: FastifyInstance, logger: Logger): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const unavailable = unavailableIn(error);
    if (unavailable !== null) {
      const { message, retryAfter, isOverload } = unavailable;
      if (!isOverload) logger.error({ err: error, route: request.routeOptions.url }, 'a store could not do its part');
      return reply.code(errorCodes.OVERLOADED).header('retry-after', retryAfter).send({ code: 'OVERLOADED', message });
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      // A browser that leaves in the middle of an answer is no fault of ours.
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE')
        logger.debug({ route: request.routeOptions.url }, 'a browser left before the end of its answer');
      else logger.error({ err: error, route: request.routeOptions.url }, 'a request failed');
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
