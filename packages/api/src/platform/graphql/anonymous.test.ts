import { fullRights } from '@atrium/domain/people/access';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createClientAddressGetter } from '../addresses/ip-address.ts';
import type { Scope } from '../tenancy/index.ts';
import { buildEdgeSchema } from '../testing/edge-schema.ts';
import { mountGraphql } from './edge.ts';
import { maxAnonymousSubscriptions, maxRequestBytes } from './limits.ts';
import { type SocketLimits, socketLimits } from './sockets/socket-slots.ts';

let server: FastifyInstance;
let url: string;
const warned: Record<string, unknown>[] = [];
const failed: unknown[] = [];
const opened: WebSocket[] = [];

async function start(limits?: SocketLimits): Promise<void> {
  server = fastify();
  const main = buildEdgeSchema({ count: 0, listeners: 0, wanted: 0 });
  mountGraphql(server, {
    main,
    hub: main,
    authenticate: async (token) =>
      token.startsWith('user')
        ? {
            scope: {
              organizationId: 7,
              userId: token,
              viewedBy: null,
              rights: fullRights,
              role: 'user',
            } as unknown as Scope,
            expiresAt: Date.now() + 60_000,
          }
        : { scope: null, tokenProblem: 'invalid' },
    addressOf: createClientAddressGetter(['127.0.0.1']),
    accessChanges: () => () => {},
    allowedOrigins: ['http://atrium.test'],
    introspection: false,
    clock: { now: () => Date.now() },
    log: { error: (fields) => failed.push(fields), warn: (fields) => warned.push(fields) },
    ...(limits ? { socketLimits: limits } : {}),
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
}

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  await server.close();
  warned.length = 0;
  failed.length = 0;
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text };
}

const from = (address: string) => ({ 'x-forwarded-for': address });

/** Opens a socket; returns 'open', or the status it was refused with. */
function socketOf(address: string, token?: string): Promise<string> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v2/graphql`, 'graphql-transport-ws', {
    headers: from(address),
  });
  opened.push(socket);
  return new Promise((resolve) => {
    socket.on('error', (error) => resolve(/\d{3}/.exec(error.message)?.[0] ?? error.message));
    socket.on('close', (code) => resolve(String(code)));
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init', payload: token ? { token } : {} }));
    });
    socket.on('message', () => resolve('open'));
  });
}

const tally = (words: readonly string[]) =>
  Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((one) => one === word).length]));

describe('anonymous sockets', () => {
  it('are limited to a hundred per address, without affecting other addresses or members', async () => {
    await start();
    const sockets = await Promise.all(Array.from({ length: 400 }, () => socketOf('203.0.113.9')));
    expect(tally(sockets)).toEqual({ open: socketLimits.ofAddress, '429': 400 - socketLimits.ofAddress });
    expect(await socketOf('203.0.113.10')).toBe('open');
    for (const socket of opened.splice(0)) socket.terminate();
    await expect.poll(() => socketOf('203.0.113.9')).toBe('open');
  });

  it('are counted per IPv6 network, and in total', async () => {
    await start({ ofAddress: 3, ofAll: 5, ofPerson: 3 });
    const same = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4'];
    const ends = [];
    for (const address of same) ends.push(await socketOf(address));
    expect(ends).toEqual(['open', 'open', 'open', '429']);
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) ends.push(await socketOf(address));
    expect(ends.slice(4)).toEqual(['open', 'open', '429']);
  });

  it('free their slot once someone signs in, who has a separate limit', async () => {
    await start({ ofAddress: 2, ofAll: 100, ofPerson: 4 });
    const ends = [];
    for (let count = 0; count < 5; count += 1) ends.push(await socketOf('203.0.113.9', 'user-1'));
    expect(ends).toEqual(['open', 'open', 'open', 'open', '4429']);
    expect(await socketOf('203.0.113.9', 'user-2')).toBe('open');
  });

  it('are counted together with event streams', async () => {
    await start({ ofAddress: 2, ofAll: 100, ofPerson: 4 });
    const leaving = new AbortController();
    const events = () =>
      fetch(`${url}/v2/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...from('203.0.113.9') },
        body: JSON.stringify({ query: 'subscription { standing }' }),
        signal: leaving.signal,
      });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await events()).status);
    leaving.abort();
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('have a few subscriptions each', async () => {
    await start();
    await socketOf('203.0.113.9');
    const [socket] = opened;
    const answers: { id: string; type: string }[] = [];
    socket?.on('message', (data) => answers.push(JSON.parse(String(data))));
    for (let id = 0; id <= maxAnonymousSubscriptions; id += 1)
      socket?.send(JSON.stringify({ id: `${id}`, type: 'subscribe', payload: { query: 'subscription { standing }' } }));
    await expect.poll(() => answers.filter(({ type }) => type === 'error')).toHaveLength(1);
  });

  it('are closed for a message that is too large, with one log line and no stack trace', async () => {
    await start();
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    await socketOf('203.0.113.9');
    const [socket] = opened;
    const closed = new Promise((resolve) => socket?.once('close', resolve));
    socket?.send('x'.repeat(maxRequestBytes + 1));
    await closed;
    await expect.poll(() => warned).toEqual([{ address: '203.0.113.9', code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' }]);
    expect([printed.mock.calls, failed]).toEqual([[], []]);
    printed.mockRestore();
  });
});

describe('anonymous requests', () => {
  const dear = { query: '{ dear }' };

  it('are counted together over both endpoints and sockets', async () => {
    await start();
    const asked = [];
    for (let time = 0; time < 300 && asked.at(-1) !== 429; time += 1)
      asked.push((await post(time % 2 ? '/v2/graphql' : '/hub/graphql', dear, from('2001:db8::7'))).status);
    expect(asked.at(-1)).toBe(429);
    expect(asked.length).toBeGreaterThan(200);
    const refused = await post('/v2/graphql', { query: '{ open }' }, from('2001:db8::8'));
    expect([refused.status, JSON.parse(refused.text).errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    await socketOf('2001:db8::9');
    const [socket] = opened;
    const answers: string[] = [];
    socket?.on('message', (data) => answers.push(String(data)));
    socket?.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: 'subscription { standing }' } }));
    await expect.poll(() => answers.join()).toContain('RATE_LIMITED');
    expect((await post('/v2/graphql', { query: '{ open }' }, from('203.0.113.9'))).status).toBe(200);
  });

  const anything = (json: string) =>
    `{"query":"query($any: JSON) { anything(any: $any) }","variables":{"any":${json}}}`;

  const written = (field: string) => JSON.stringify({ query: `{ ${field} }` });

  it('are counted even when they are no document, without being parsed', async () => {
    await start();
    const rubbish = 'x'.repeat(60_000);
    const statuses = new Set<number>();
    for (let time = 0; time < 3; time += 1)
      statuses.add((await post('/v2/graphql', rubbish, from('2001:db8::7'))).status);
    expect([...statuses]).toEqual([400]);
    const long = await post('/v2/graphql', { query: '{ open }', note: 'x'.repeat(100_000) });
    expect([long.status, JSON.parse(long.text).errors[0].extensions]).toEqual([400, { code: 'BAD_INPUT' }]);
  });

  it.each([
    ['a list of 70 000 values', { list: Array.from({ length: 70_000 }, (_, index) => index) }],
    ['a list of 70 000 values written out', written(`listed(list: [${'1,'.repeat(70_000)}])`)],
    ['a literal 5 000 deep', written(`anything(any: ${'['.repeat(5000)}${']'.repeat(5000)})`)],
    ['a literal of objects 5 000 deep', written(`anything(any: ${'{a:'.repeat(5000)}1${'}'.repeat(5000)})`)],
    ['lists 5 000 deep', anything('['.repeat(5000) + ']'.repeat(5000))],
    ['lists 200 000 deep', anything('['.repeat(200_000) + ']'.repeat(200_000))],
    ['objects 50 000 deep', anything(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)],
  ])('are bad input and no server error with %s', async (_name, sent) => {
    await start();
    const query = 'query($list: [Int!], $any: JSON) { listed(list: $list) anything(any: $any) }';
    for (const token of ['', 'user-1']) {
      const body = typeof sent === 'string' ? sent : { query, variables: sent };
      const { status, text } = await post('/v2/graphql', body, token ? { authorization: `Bearer ${token}` } : {});
      expect([status, JSON.parse(text).errors?.map((one: { extensions: object }) => one.extensions)]).toEqual([
        400,
        [{ code: 'BAD_INPUT' }],
      ]);
    }
    expect(failed).toEqual([]);
  });

  it('are bad input over sockets too', async () => {
    await start();
    await socketOf('203.0.113.9', 'user-1');
    const [socket] = opened;
    const answers: string[] = [];
    socket?.on('message', (data) => answers.push(String(data)));
    const variables = `{"any":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    socket?.send(
      `{"id":"1","type":"subscribe","payload":{"query":"subscription { standing }","variables":${variables}}}`,
    );
    await expect.poll(() => answers.join()).toContain('BAD_INPUT');
    expect(failed).toEqual([]);
  });
});
