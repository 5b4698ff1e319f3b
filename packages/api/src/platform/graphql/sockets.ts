import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { GraphQLError, getOperationAST } from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { contextOf, type GraphqlContext } from './context.ts';
import { authenticateOr, type Endpoint, type GraphqlEdgeOptions } from './endpoint.ts';
import { maskErrors } from './errors.ts';
import { maxRequestBytes, maxSubscriptionsPerSocket } from './limits.ts';
import { isForeign } from './origins.ts';
import type { SessionWatches } from './streams/session-watches.ts';

/** The close code that tells a client to come back with another token. */
const forbidden = 4403;

const reasonOf = ({ tokenProblem }: { readonly tokenProblem: string }) =>
  tokenProblem === 'expired' ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED';

interface SocketState extends Record<PropertyKey, unknown> {
  token?: string;
  stopWatching?: () => void;
  /** Of operations under way, by their ids. */
  underWay?: Map<string, AbortController>;
}

/**
 * Subscriptions over graphql-transport-ws, `connectionParams: { token }`. Without a token only the operations open to
 * anybody can be subscribed to; with one that is not valid the socket closes at once, and with a valid one it closes
 * when the session does.
 */
export function mountSockets(
  fastify: FastifyInstance,
  endpoints: ReadonlyMap<string, Endpoint>,
  options: GraphqlEdgeOptions,
  sessions: SessionWatches,
): void {
  const servers = new Map<string, WebSocketServer>();
  for (const [path, yoga] of endpoints) servers.set(path, socketServer(yoga, options, sessions));
  fastify.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const server = servers.get((request.url ?? '').split('?', 1)[0] ?? '');
    if (server === undefined) return;
    if (isForeign(request.headers.origin, options.allowedOrigins)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client, request));
  });
  // Open sockets would keep the listener, and so the shutdown, waiting for ever.
  fastify.addHook('preClose', async () => {
    for (const server of servers.values()) {
      for (const client of server.clients) client.close(1001, 'Going away');
      server.close();
    }
  });
}

function socketServer(yoga: Endpoint, options: GraphqlEdgeOptions, sessions: SessionWatches): WebSocketServer {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxRequestBytes });
  const mask = maskErrors(options.log);
  useServer<{ token?: unknown }, SocketState>(
    {
      async onConnect({ connectionParams, extra }) {
        const token = typeof connectionParams?.token === 'string' ? connectionParams.token : '';
        const authentication = await authenticateOr(token, options);
        if (authentication.scope === null && token !== '') {
          extra.socket.close(forbidden, reasonOf(authentication));
          return;
        }
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
        // The operation being opened is counted already.
        if (Object.keys(subscriptions).length > maxSubscriptionsPerSocket) return [tooMany()];
        const operation = new AbortController();
        extra.underWay ??= new Map();
        extra.underWay.set(id, operation);
        const caller = async () =>
          contextOf(
            // Asked at each: what the socket was opened with may have been taken away since.
            await authenticateOr(extra.token ?? '', options),
            options.addressOf(extra.request),
            extra.token ?? '',
            operation.signal,
          );
        const prepared = await caller()
          .then((known) => prepare(yoga, known, payload, mask))
          .catch((error) => [mask(error) as GraphQLError]);
        // What is refused never completes.
        if (Array.isArray(prepared)) extra.underWay.delete(id);
        return prepared;
      },
      execute: (args) => (args as unknown as Enveloped).rootValue.execute(args),
      subscribe: (args) => (args as unknown as Enveloped).rootValue.subscribe(args),
    },
    server,
  );
  return server;
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

const tooMany = () =>
  new GraphQLError(`At most ${maxSubscriptionsPerSocket} subscriptions on one socket`, {
    extensions: { code: 'OVERLOADED' },
  });

const onlySubscriptions = () =>
  new GraphQLError('Sockets carry subscriptions only', { extensions: { code: 'BAD_INPUT' } });
