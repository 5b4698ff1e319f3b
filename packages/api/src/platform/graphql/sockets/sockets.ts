import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { GraphQLError, getOperationAST } from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { isForeignOrigin } from '../../http/security-headers.ts';
import { type CallerTokens, pageStorage } from '../../http/token-storage.ts';
import { buildContext, type GraphqlContext } from '../context.ts';
import type { CostBudgets } from '../cost/cost-budgets.ts';
import { buildRateLimitError, buildTooDeepError, buildTooLongError, isTooDeep } from '../cost/refusal.ts';
import { authenticateToken, type Endpoint, type GraphqlEdgeOptions } from '../endpoint.ts';
import { createErrorMask, type ErrorLog } from '../errors.ts';
import { maxAnonymousBytes, maxAnonymousSubscriptions, maxRequestBytes, maxSubscriptionsPerSocket } from '../limits.ts';
import { SendingStream, SocketSender } from './sending-stream.ts';
import type { SessionWatches } from './session-watches.ts';
import type { GetBufferedBytes } from './socket-metrics.ts';
import type { SocketSlot, SocketSlots } from './socket-slots.ts';

/** Close code that asks the client to return with another token. */
const forbidden = 4403;
/** Close code for a person with too many sockets. */
const tooManySockets = 4429;

const reasonOf = ({ tokenProblem }: { readonly tokenProblem: string }) =>
  tokenProblem === 'expired' ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED';

interface SocketState extends Record<PropertyKey, unknown> {
  token?: string;
  tokens?: CallerTokens;
  isSignedIn?: boolean;
  stopWatching?: () => void;
  /** Sender shared by the socket's subscriptions. */
  roomy?: SocketSender;
  /** Running operations by id. */
  underWay?: Map<string, AbortController>;
}

/**
 * Mounts subscriptions over graphql-transport-ws, with `connectionParams: { token }`. Without a token, only public
 * operations can be subscribed to. With an invalid one the socket closes at once; with a valid one it closes when the
 * session ends. Returns the buffered bytes of each socket.
 */
export function mountSockets(
  fastify: FastifyInstance,
  endpoints: ReadonlyMap<string, Endpoint>,
  options: GraphqlEdgeOptions,
  { places, ...shared }: Shared & { readonly places: SocketSlots },
): GetBufferedBytes {
  const servers = new Map<string, WebSocketServer>();
  const held = new WeakMap<IncomingMessage, SocketSlot>();
  for (const [path, yoga] of endpoints) servers.set(path, socketServer(yoga, options, { ...shared, held }));
  fastify.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node removes its error listener from an upgraded connection. Without this one, a reset connection would end the
    // process.
    socket.on('error', () => {});
    const server = servers.get((request.url ?? '').split('?', 1)[0] ?? '');
    if (request.headers.upgrade?.toLowerCase() !== 'websocket')
      return refuseUpgrade(socket, '426 Upgrade Required', 'Upgrade: websocket');
    if (server === undefined) return refuseUpgrade(socket, '404 Not Found');
    if (isForeignOrigin(request.headers.origin, options.allowedOrigins)) return refuseUpgrade(socket, '403 Forbidden');
    const place = places.take(options.addressOf(request));
    if (place === null) return refuseUpgrade(socket, '429 Too Many Requests', 'Retry-After: 60');
    held.set(request, place);
    socket.once('close', place.free);
    server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client, request));
  });
  // Open sockets would keep the server from closing.
  fastify.addHook('preClose', async () => {
    for (const server of servers.values()) {
      for (const client of server.clients) client.close(1001, 'Going away');
      server.close();
    }
  });
  return () => [...servers.values()].flatMap(({ clients }) => [...clients].map(({ bufferedAmount }) => bufferedAmount));
}

/** Answers and closes. The HTTP server's timeouts no longer apply to an upgraded connection. */
function refuseUpgrade(socket: Duplex, status: string, ...headers: readonly string[]): void {
  const lines = [`HTTP/1.1 ${status}`, ...headers, 'Connection: close', 'Content-Length: 0', '', ''];
  // Drains data sent after the headers. Closing with unread bytes would reset the connection and lose the answer.
  socket.resume();
  socket.end(lines.join('\r\n'), () => socket.destroy());
}

interface Shared {
  readonly sessions: SessionWatches;
  readonly spending: CostBudgets;
}

interface SocketServerParts extends Shared {
  /** Slot of each socket, by its upgrade request. */
  readonly held: WeakMap<IncomingMessage, SocketSlot>;
}

function socketServer(
  yoga: Endpoint,
  options: GraphqlEdgeOptions,
  { sessions, spending, held }: SocketServerParts,
): WebSocketServer {
  const { keeping = pageStorage } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: maxRequestBytes });
  const mask = createErrorMask(options.log);
  useServer<{ token?: unknown }, SocketState>(
    {
      async onConnect({ connectionParams, extra }) {
        extra.tokens = keeping(extra.request.headers);
        const token = extra.tokens.proven(typeof connectionParams?.token === 'string' ? connectionParams.token : '');
        const authentication = await authenticateToken(token, options);
        if (authentication.scope === null && token !== '') {
          extra.socket.close(forbidden, reasonOf(authentication));
          return;
        }
        const { scope } = authentication;
        const person = scope?.viewedBy ?? scope?.userId ?? null;
        if (person !== null && held.get(extra.request)?.signedIn(person) === false) {
          extra.socket.close(tooManySockets, 'Too many sockets');
          return;
        }
        extra.isSignedIn = scope !== null;
        extra.token = token;
        extra.stopWatching = sessions.watch(token, authentication, async (news) => {
          const now = await news;
          if (now?.scope === null) extra.socket.close(forbidden, reasonOf(now));
        });
      },
      onClose({ extra }) {
        extra.stopWatching?.();
        for (const operation of extra.underWay?.values() ?? []) operation.abort();
      },
      onComplete({ extra }, id) {
        extra.underWay?.get(id)?.abort();
        extra.underWay?.delete(id);
      },
      async onSubscribe({ extra, subscriptions }, id, payload) {
        // `subscriptions` already includes the one being opened.
        const most = extra.isSignedIn ? maxSubscriptionsPerSocket : maxAnonymousSubscriptions;
        if (Object.keys(subscriptions).length > most) return [tooMany(most)];
        const operation = new AbortController();
        extra.underWay ??= new Map();
        extra.underWay.set(id, operation);
        const open = async () => {
          // Checked for each subscription, because access may have been revoked since the socket was opened.
          const address = options.addressOf(extra.request);
          const authentication = await authenticateToken(extra.token ?? '', options, address);
          const { token: bearer = '', tokens = keeping(extra.request.headers) } = extra;
          const caller = buildContext(authentication, { address, bearer, tokens }, operation.signal);
          if (isTooDeep(payload)) return [buildTooDeepError()];
          const size = JSON.stringify(payload).length;
          const retryAfter = await spending.spendText(caller, size);
          if (retryAfter !== null) return [buildRateLimitError(retryAfter)];
          if (caller.scope === null && size > maxAnonymousBytes) return [buildTooLongError(maxAnonymousBytes)];
          return prepare(yoga, caller, payload, mask);
        };
        const prepared = await open().catch((error) => [mask(error) as GraphQLError]);
        // A refused operation never completes.
        if (Array.isArray(prepared)) extra.underWay.delete(id);
        return prepared;
      },
      onOperation({ extra }, id, _payload, _args, result) {
        extra.roomy ??= new SocketSender(extra.socket, extra.request.socket);
        if (Symbol.asyncIterator in result) return new SendingStream(id, result, extra.roomy);
      },
      execute: (args) => (args as unknown as Enveloped).rootValue.execute(args),
      subscribe: (args) => (args as unknown as Enveloped).rootValue.subscribe(args),
    },
    server,
  );
  server.on('connection', (socket, request) => logFaults(socket, options.addressOf(request), options.log));
  return server;
}

/**
 * Logs a socket error, such as a message that is too large, as the caller's fault. By default the library prints a
 * stack trace.
 */
function logFaults(socket: WebSocket, address: string, log: Pick<ErrorLog, 'warn'>): void {
  socket.removeAllListeners('error');
  socket.on('error', ({ code, message }: Error & { readonly code?: string }) => {
    log.warn({ address, code: code ?? message }, 'a socket was closed for what it sent');
    socket.terminate();
  });
}

type Enveloped = { rootValue: Pick<ReturnType<Endpoint['getEnveloped']>, 'execute' | 'subscribe'> };

async function prepare(
  yoga: Endpoint,
  caller: GraphqlContext,
  payload: SubscribePayload,
  mask: (error: unknown) => Error,
) {
  const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({
    ...caller,
    params: payload,
  } as never);
  const document = parse(payload.query);
  const errors = validate(schema, document);
  if (errors.length > 0) return errors.map((error: unknown) => mask(error) as GraphQLError);
  if (getOperationAST(document, payload.operationName)?.operation !== 'subscription') return [onlySubscriptions()];
  return {
    schema,
    document,
    operationName: payload.operationName,
    variableValues: payload.variables,
    contextValue: await contextFactory(),
    rootValue: { execute, subscribe },
  };
}

const tooMany = (most: number) =>
  new GraphQLError(`At most ${most} subscriptions on one socket`, {
    extensions: { code: 'OVERLOADED' },
  });

const onlySubscriptions = () =>
  new GraphQLError('Sockets carry subscriptions only', { extensions: { code: 'BAD_INPUT' } });
