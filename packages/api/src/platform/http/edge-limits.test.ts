import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { defaultSilentLimits } from './connection-limits.ts';
import { createMetrics } from './http-metrics.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts';

let server: HttpServer;
let origin: string;
const opened: Socket[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await server.close(0);
});

async function start(
  over: Partial<HttpServerOptions> = {},
  addRoutes: (routes: HttpServer['routes']) => void = () => {},
): Promise<void> {
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
    ...over,
  });
  addRoutes(server.routes);
  origin = await server.listen('127.0.0.1', 0);
}

/** Opens connections that start a request and never finish its headers. */
async function slowOnes(count: number, localAddress = '127.0.0.1'): Promise<readonly Socket[]> {
  const place = { host: '127.0.0.1', port: Number(new URL(origin).port), localAddress };
  const sockets = Array.from({ length: count }, () => connect(place).on('error', () => {}));
  opened.push(...sockets);
  await Promise.all(sockets.map((socket) => once(socket, socket.connecting ? 'connect' : 'close')));
  for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nx-slow: a');
  return sockets;
}

const alive = (sockets: readonly Socket[]) => sockets.filter((socket) => !socket.closed).length;
const limits = { hurried: 5, ofAddress: 20, ofAll: 1000, hurry: 100 };

describe('connections without a request', () => {
  test('beyond a few per address are closed soon, and others are served meanwhile', async () => {
    await start({ silentLimits: limits });
    const slow = await slowOnes(15);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    await expect.poll(() => alive(slow)).toBe(5);
  });

  test('beyond the limit per address and in total are not accepted', async () => {
    await start({ silentLimits: { ...limits, hurry: 60_000 } });
    const slow = await slowOnes(60);
    await expect.poll(() => alive(slow)).toBe(20);
    await server.close(0);
    await start({ silentLimits: { ...limits, ofAll: 10, hurry: 60_000 } });
    const others = await slowOnes(60);
    await expect.poll(() => alive(others)).toBe(10);
  });

  test('of one address leave room for other addresses', async () => {
    await start({ silentLimits: { ...limits, ofAll: 10, hurry: 60_000 } });
    const greedy = await slowOnes(10);
    const others = await slowOnes(3, '127.0.0.2');
    await expect.poll(() => [alive(greedy), alive(others)]).toEqual([7, 3]);
    const more = await slowOnes(20, '127.0.0.2');
    await expect.poll(() => [alive(greedy), alive(others) + alive(more)]).toEqual([5, 5]);
  });

  test('may be a thousand opened at once, and those that then send requests are all answered', async () => {
    // Long enough for slow machines.
    await start({ silentLimits: { ...defaultSilentLimits, hurry: 60_000 } });
    const sockets = await slowOnes(1000);
    const answers = sockets.map((socket) => once(socket, 'data').then(([part]) => `${part}`.slice(9, 12)));
    for (const socket of sockets) socket.write('\r\nhost: x\r\n\r\n');
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['200']));
  });

  test('through a trusted proxy are not all closed because of one', async () => {
    await start({ silentLimits: limits, trustedProxies: ['127.0.0.1/32'] });
    const slow = await slowOnes(30);
    await delay(300);
    expect(alive(slow)).toBe(30);
  });

  test('free their slot with their first request', async () => {
    await start({ silentLimits: limits });
    const { port } = new URL(origin);
    for (let time = 0; time < 30; time += 1) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      opened.push(socket);
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
      await once(socket, 'data');
    }
    await delay(200);
    expect(alive(opened)).toBe(30);
  });

  test('have ten seconds for the headers of a request', async () => {
    await start();
    const { headersTimeout, requestTimeout } = server.routes.server;
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 60_000]);
  });
});

/** Sends a text without closing its side; resolves with the response once the server has closed. */
async function exchange(text: string, localAddress = '127.0.0.1'): Promise<string> {
  const place = { host: '127.0.0.1', port: Number(new URL(origin).port), localAddress, allowHalfOpen: true };
  const socket = connect(place).on('error', () => {});
  opened.push(socket);
  let came = '';
  socket.on('data', (part) => {
    came += part;
  });
  socket.write(text);
  await once(socket, 'end');
  await expect.poll(connectionsOfServer).toBe(0);
  return came;
}

const connectionsOfServer = () =>
  new Promise<number>((resolve) => server.routes.server.getConnections((_, count) => resolve(count)));

describe('every connection', () => {
  test('counts toward one limit: an address with many leaves room for others', async () => {
    await start({ maxConnections: 20 });
    const { port } = new URL(origin);
    const kept: Socket[] = [];
    for (let index = 0; index < 20; index += 1) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      opened.push(socket);
      kept.push(socket);
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
      await once(socket, 'data');
    }
    expect(alive(kept)).toBe(20);
    const other = connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.2' });
    opened.push(other);
    other.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = await once(other, 'data');
    expect(`${answer}`).toMatch(/^HTTP\/1.1 200/);
    await expect.poll(() => alive(kept)).toBe(19);
  });

  test('is closed when its client does not read the response', async () => {
    await start({ stalledMs: 200 }, (routes) => {
      routes.get('/v2/large', async () => Buffer.alloc(64 * 1024 * 1024));
    });
    const accepted = once(server.routes.server, 'connection');
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
    opened.push(socket);
    socket.pause();
    socket.write('GET /v2/large HTTP/1.1\r\nhost: x\r\n\r\n');
    const [taken] = (await accepted) as [Socket];
    await expect.poll(() => taken.destroyed, { timeout: 20_000 }).toBe(true);
    expect(taken.bytesWritten).toBeGreaterThan(0);
  });

  test('stays open while its response is being prepared', async () => {
    await start({ stalledMs: 100 }, (routes) => {
      routes.get('/v2/slow', async () => {
        await delay(700);
        return { done: true };
      });
    });
    expect(await (await fetch(`${origin}/v2/slow`)).json()).toEqual({ done: true });
  });

  test.each([
    ['asks for a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n', ''],
    ['speaks HTTP/2 at once', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HTTP/1.1 400'],
    ['speaks no HTTP', '\x16\x03\x01\x02\x00\x01', 'HTTP/1.1 400'],
    [
      'expects what nobody does',
      'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: x\r\nconnection: close\r\n\r\n',
      'HTTP/1.1 417',
    ],
  ])('that %s is answered and closed', async (_, text, answer) => {
    await start();
    expect((await exchange(text)).startsWith(answer)).toBe(true);
  });

  test('that offers HTTP/2 is answered in HTTP/1.1', async () => {
    await start();
    const headers = 'host: x\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk';
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
    opened.push(socket);
    socket.write(`GET /healthz HTTP/1.1\r\n${headers}\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    expect(`${answer}`).toMatch(/^HTTP\/1.1 200/);
  });
});

describe('/metrics', () => {
  const token = 'a-token-of-many-characters-0123456789';
  const status = async (headers: Record<string, string> = {}) => (await fetch(`${origin}/metrics`, { headers })).status;

  test('is closed without a configured token, since a local proxy may hide its clients', async () => {
    await start();
    expect(await status()).toBe(401);
    expect(await status({ authorization: 'Bearer ' })).toBe(401);
    expect(await status({ authorization: 'Bearer null' })).toBe(401);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect([name, await status({ [name]: '127.0.0.1' })]).toEqual([name, 401]);
    const elsewhere = await server.routes.inject({ url: '/metrics', remoteAddress: '203.0.113.9' });
    expect([elsewhere.statusCode, elsewhere.body.includes('process_')]).toEqual([401, false]);
  });

  test('is open to any client with the token', async () => {
    await start({ metricsToken: token });
    expect(await status()).toBe(401);
    expect(await status({ authorization: `Bearer ${token}x` })).toBe(401);
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200);
    const headers = { authorization: `Bearer ${token}` };
    expect(await server.routes.inject({ url: '/metrics', remoteAddress: '203.0.113.9', headers })).toMatchObject({
      statusCode: 200,
    });
  });
});

test.each([
  [false, false, null],
  [true, false, 'max-age=31536000'],
  [true, true, 'max-age=31536000; includeSubDomains'],
])('https %s with subdomains %s: HSTS is %s', async (isHttps, hstsSubdomains, told) => {
  await start({ isHttps, hstsSubdomains });
  expect((await fetch(`${origin}/healthz`)).headers.get('strict-transport-security')).toBe(told);
});
