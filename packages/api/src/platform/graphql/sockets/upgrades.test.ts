import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClientAddressGetter } from '../../addresses/ip-address.ts';
import { createMetrics } from '../../http/http-metrics.ts';
import { createHttpServer, type HttpServer } from '../../http/http-server.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { buildEdgeSchema } from '../../testing/edge-schema.ts';
import { mountGraphql } from '../edge.ts';

let server: HttpServer;
let port: number;
const opened: Socket[] = [];

beforeEach(async () => {
  server = await createHttpServer({
    logger: createLogger('silent'),
    registry: createMetrics(),
    isReady: async () => [],
    webFolder: `${tmpdir()}/nothing-built`,
    isHttps: false,
    hstsSubdomains: false,
    metricsToken: null,
    trustedProxies: [],
    connects: [],
    builderOrigin: null,
    cookies: { environment: 'production', domain: null },
  });
  const schema = buildEdgeSchema({ count: 0, listeners: 0, wanted: 0 });
  mountGraphql(server.routes, {
    main: schema,
    hub: schema,
    authenticate: async () => ({ scope: null, tokenProblem: 'invalid' }),
    addressOf: createClientAddressGetter([]),
    accessChanges: () => () => {},
    allowedOrigins: ['http://atrium.test'],
    introspection: false,
    clock: { now: () => Date.now() },
    log: { error: () => {}, warn: () => {} },
    socketLimits: { ofAddress: 0, ofAll: 0, ofPerson: 0 },
  });
  port = Number(new URL(await server.listen('127.0.0.1', 0)).port);
});

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await server.close(0);
});

const openConnections = () =>
  new Promise<number>((resolve) => server.routes.server.getConnections((_, count) => resolve(count)));

/** Requests an upgrade and never closes its side; resolves with the answer once the server has closed. */
async function answerOf(request: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }).on('error', () => {});
  opened.push(socket);
  let came = '';
  socket.on('data', (part) => {
    came += part;
  });
  socket.write(`${request}\r\nHost: x\r\nConnection: Upgrade\r\n\r\nmore`);
  await once(socket, 'end');
  return came;
}

describe('an upgrade without a handler is refused, and its connection is closed', () => {
  const socketHeaders = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  test.each([
    ['another protocol on an unknown path', 'GET /x HTTP/1.1\r\nUpgrade: foo', 426],
    ['another protocol on the path of a route', 'POST /healthz HTTP/1.1\r\nUpgrade: foo', 426],
    ['another protocol on the path of sockets', 'GET /v2/graphql HTTP/1.1\r\nUpgrade: foo', 426],
    ['another protocol with an expectation', 'GET /x HTTP/1.1\r\nUpgrade: foo\r\nExpect: 100-continue', 426],
    ['a socket on an unknown path', `GET /x HTTP/1.1\r\nUpgrade: websocket\r\n${socketHeaders}`, 404],
    ['a socket that is incomplete', 'GET /hub/graphql HTTP/1.1\r\nUpgrade: websocket', 429],
    [
      'a socket of a foreign page',
      `GET /v2/graphql HTTP/1.1\r\nUpgrade: websocket\r\nOrigin: http://evil.test\r\n${socketHeaders}`,
      403,
    ],
    [
      'a socket for which there is no place',
      `GET /v2/graphql?a=1 HTTP/1.1\r\nUpgrade: WebSocket\r\n${socketHeaders}`,
      429,
    ],
  ])('%s', async (_, request, status) => {
    expect(await answerOf(request)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*Connection: close`));
    await expect.poll(openConnections).toBe(0);
  });

  test('many of them take no slots from others', async () => {
    await Promise.all(Array.from({ length: 200 }, () => answerOf('GET /x HTTP/1.1\r\nUpgrade: foo')));
    await expect.poll(openConnections).toBe(0);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  test('a connection reset meanwhile does no harm', async () => {
    for (let index = 0; index < 20; index += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write('GET /x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n');
      socket.resetAndDestroy();
    }
    await expect.poll(openConnections).toBe(0);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});
