import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { constants } from 'node:zlib';
import { errorCodes } from '@atrium/domain/core';
import compress from '@fastify/compress';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { toUrlHost } from '../addresses/ip-address.ts';
import { StartRefused } from '../failures.ts';
import type { Logger } from '../telemetry/logger.ts';
import { traceRequests } from '../telemetry/trace-requests.ts';
import { findUnavailable } from '../unavailable.ts';
import { addListeners, sharedPortOptions } from './add-listeners.ts';
import { limitSilentConnections, type SilentLimits } from './connection-limits.ts';
import { describeListenError, ensurePortFree } from './ensure-port-free.ts';
import { addHealthRoutes, type ReadinessCheck } from './health-routes.ts';
import { measureRequests } from './http-metrics.ts';
import { limitConnections, type OpenConnections } from './limit-connections.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { type CookieLocation, serveWebApplication } from './web-application.ts';

export interface HttpServerOptions {
  readonly logger: Logger;
  readonly registry: Registry;
  readonly isReady: ReadinessCheck;
  /** Folder of the built web application; may be missing. */
  readonly webFolder: string;
  /** Whether the public URL uses https; responses then set HSTS. */
  readonly isHttps: boolean;
  /** Whether all subdomains use https too; HSTS then includes them. */
  readonly hstsSubdomains: boolean;
  /** Bearer token for `/metrics`; null disables the endpoint. */
  readonly metricsToken: string | null;
  /** Logs one line per response. */
  readonly logsRequests?: boolean;
  /** Networks of proxies, whose connections serve many clients. */
  readonly trustedProxies: readonly string[];
  readonly silentLimits?: SilentLimits;
  /** Maximum number of open connections. */
  readonly maxConnections?: number;
  /** ms until a connection whose client does not read its response is closed. */
  readonly stalledMs?: number;
  /** Origins of other servers that pages may send to. */
  readonly connects: readonly string[];
  /** Origin that may frame the preview of a page; null for none. */
  readonly builderOrigin: string | null;
  readonly cookies: CookieLocation;
}

export interface HttpServer {
  /** Modules add their routes here, before `listen`. */
  readonly routes: FastifyInstance;
  /** Resolves with the origin to open, e.g. `http://127.0.0.1:4000`. */
  listen(host: string, port: number): Promise<string>;
  /** Stops accepting requests, finishes those in flight, and cuts what is still open after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Text, except event streams, which a compressor would delay. */
const compressible =
  /^(text\/(?!event-stream)|application\/(json|graphql-response\+json|manifest\+json|javascript|xml)|image\/svg\+xml)/;

/** Bytes. Smaller responses fit into two packets, so compression would not make them faster. */
const minCompressedBytes = 2048;

/** Bytes. Compressing a smaller response takes under a millisecond, less than a round trip to another thread. */
const syncThreshold = 64 * 1024;

/** Default limit; routes that accept more declare it. */
const bodyBytes = 1024 ** 2;
const closeFramesMs = 150;

/** ms allowed for a request's headers, and the check interval. */
const headersMs = 10_000;
const headersCheckMs = 2000;
/** Counts all open connections: before, during and between requests, and those upgraded to sockets. */
const defaultMaxConnections = 10_000;
const defaultStalledMs = 60_000;

/**
 * Number of listening sockets on the port: each accepts one new connection per event loop tick (decision 40). Each uses
 * one file descriptor.
 */
const listeners = 64;

/** A long parameter is refused by its route, with the field. Otherwise it would be answered 414, in another form. */
export const routerOptions = { maxParamLength: 16_384 } as const;

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const fastify = Fastify({
    bodyLimit: bodyBytes,
    routerOptions,
    requestTimeout: 60_000,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: headersCheckMs,
      // Some clients, such as Java's, offer an HTTP/2 upgrade with every request. Servers without it answer as usual.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() !== 'h2c',
    },
    connectionTimeout: options.stalledMs ?? defaultStalledMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => escapeUndecodable(url),
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
  // Registered before all routes, because it hooks into later ones only.
  await fastify.register(compress, {
    threshold: minCompressedBytes,
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
      // With port sharing, the system would also allow another Atrium on the same port.
      if (port !== 0) await ensurePortFree(host, port);
      const place = { host, port, ...sharedPortOptions };
      await fastify.listen(place).catch((error: NodeJS.ErrnoException) => {
        throw new StartRefused(describeListenError(error, host, port));
      });
      closeOthers = await addListeners(fastify.server, listeners, { allowHalfOpen: true, noDelay: true });
      const address = fastify.server.address();
      const actual = address !== null && typeof address === 'object' ? address.port : port;
      return `http://${toUrlHost(host)}:${actual}`;
    },
    async close(graceMs) {
      closeOthers();
      const closed = fastify.close();
      await Promise.race([traffic.answered(), delay(graceMs, undefined, { ref: false })]);
      // Waits for last bytes and close frames; connections still open afterwards are idle.
      await Promise.race([traffic.left(), delay(Math.min(graceMs, closeFramesMs))]);
      traffic.cut();
      await closed;
    },
  };
}

/**
 * Escapes the percent signs of a path that cannot be decoded, so that it is answered as unknown instead of malformed.
 */
function escapeUndecodable(url: string): string {
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
 * Counts requests and connections, so that leftovers can be cut at shutdown. Closing a server waits for all
 * connections, including ones that never sent a request, are stuck, or were upgraded.
 */
function watchTraffic(server: Server) {
  const connections = new Set<Socket>();
  // A counter, because a Set's discarded tables would keep requests in memory until the next full garbage collection.
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

/** Masks internal errors: their message goes to the log, never into the response. */
function answerErrors(fastify: FastifyInstance, logger: Logger): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const unavailable = findUnavailable(error);
    if (unavailable !== null) {
      const { message, retryAfter, isOverload } = unavailable;
      if (!isOverload) logger.error({ err: error, route: request.routeOptions.url }, 'a store could not do its part');
      return reply.code(errorCodes.OVERLOADED).header('retry-after', retryAfter).send({ code: 'OVERLOADED', message });
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      // The client disconnected during the response, which is no server error.
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
  405: 'METHOD_NOT_ALLOWED',
  429: 'RATE_LIMITED',
};
const codeOf = (status: number) => codes[status] ?? 'BAD_INPUT';

/** Logs one line per response, with the route pattern: URLs contain ids, filters and secrets. */
function logRequests(fastify: FastifyInstance, logger: Pick<Logger, 'info'>): void {
  fastify.addHook('onResponse', async (request, reply) => {
    logger.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

/**
 * Closes connections without traffic for the server's `timeout`: idle ones, and those whose client does not read its
 * response. A connection stays open while its response is being prepared.
 */
function closeStalledConnections(server: Server, connections: OpenConnections): void {
  server.on('request', ({ socket }, response) => {
    connections.setBusy(socket, true);
    response.once('close', () => connections.setBusy(socket, false));
  });
  server.on('upgrade', ({ socket }) => connections.setBusy(socket, true));
  // With this listener, Node no longer closes connections itself.
  server.on('timeout', (socket: Socket) => {
    if (connections.isBusy(socket) && socket.writableLength === 0) socket.setTimeout(server.timeout);
    else socket.destroy();
  });
}
