import { fullRights } from '@atrium/domain/people/access';
import fastify, { type FastifyInstance } from 'fastify';
import { getIntrospectionQuery } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createClientAddressGetter } from '../addresses/ip-address.ts';
import { Overloaded } from '../failures.ts';
import type { Scope } from '../tenancy/index.ts';
import { buildEdgeSchema } from '../testing/edge-schema.ts';
import type { Authentication } from './context.ts';
import { findUndeclaredOperations } from './declared-access.ts';
import { mountGraphql } from './edge.ts';
import type { AccessChange } from './sockets/session-watches.ts';

const ours = 'http://atrium.test';
const effects = { count: 0, listeners: 0, wanted: 0 };
const logged: unknown[] = [];
const tokens = new Map<string, Authentication>();
const listeners = new Set<(change: AccessChange) => void>();
const asked = { times: 0, running: 0, most: 0 };
let server: FastifyInstance;
let url: string;

const scope = (over: Partial<Scope>) => ({ organizationId: 7, rights: fullRights, role: 'user', ...over }) as Scope;

beforeEach(async () => {
  effects.count = 0;
  logged.length = 0;
  const expiresAt = Date.now() + 60_000;
  tokens.clear();
  tokens.set('user', { scope: scope({}), expiresAt });
  tokens.set('admin', { scope: scope({ role: 'admin' }), expiresAt });
  tokens.set('old', { scope: null, tokenProblem: 'expired' });
  server = fastify();
  const main = buildEdgeSchema(effects);
  mountGraphql(server, {
    main,
    hub: main,
    authenticate: async (token) => {
      asked.times += 1;
      asked.running += 1;
      asked.most = Math.max(asked.most, asked.running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      asked.running -= 1;
      if (token === 'storm') throw new Error('connect to 10.0.0.7 failed');
      if (token === 'crowd') throw new Overloaded(3);
      return tokens.get(token) ?? { scope: null, tokenProblem: 'invalid' };
    },
    addressOf: createClientAddressGetter(['127.0.0.1']),
    accessChanges: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    allowedOrigins: [ours],
    introspection: true,
    clock: { now: () => Date.now() },
    log: { error: (fields) => logged.push(fields), warn: () => {} },
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(() => server.close());

async function ask(
  query: string,
  { token, variables, headers }: { token?: string; variables?: object; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(`${url}/v2/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return (await answer.json()) as {
    data?: Record<string, unknown>;
    errors?: { message: string; extensions: Record<string, unknown> }[];
  };
}

const codeOf = async (query: string, options?: Parameters<typeof ask>[1]) =>
  (await ask(query, options)).errors?.[0]?.extensions.code;

describe('access', () => {
  it('is denied by default, with a reason', async () => {
    expect(await codeOf('{ closed }')).toBe('UNAUTHENTICATED');
    expect(await codeOf('{ forgotten }')).toBe('UNAUTHENTICATED');
    expect(await codeOf('{ closed }', { token: 'forged' })).toBe('UNAUTHENTICATED');
    expect(await ask('{ closed }', { token: 'old' })).toMatchObject({
      errors: [{ message: 'Your token has expired, please get a new one', extensions: { code: 'TOKEN_EXPIRED' } }],
    });
    expect(await ask('{ open closed }', { token: 'user' })).toEqual({ data: { open: 'open', closed: 7 } });
  });

  it('distinguishes rights from roles', async () => {
    expect(await codeOf('{ forAdministrators }', { token: 'user' })).toBe('FORBIDDEN');
    expect(await ask('{ forAdministrators withRight }', { token: 'admin' })).toEqual({
      data: { forAdministrators: true, withRight: true },
    });
    const stopNGO = { ...fullRights.app.stopNGO, edit: false };
    tokens.set('user', {
      scope: scope({ rights: { ...fullRights, app: { ...fullRights.app, stopNGO } } }),
      expiresAt: Date.now() + 60_000,
    });
    expect(await codeOf('{ withRight }', { token: 'user' })).toBe('FORBIDDEN');
  });

  it('lists operations without declared access', () => {
    expect(findUndeclaredOperations(buildEdgeSchema(effects))).toEqual(['Query.forgotten']);
  });
});

describe('requests', () => {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
  const types = [
    undefined,
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
  ];
  const origins = [undefined, ours, 'http://evil.test', 'null', 'http://atrium.test.evil.test'];

  it('have effects only as a POST of JSON from our own origin', async () => {
    for (const method of methods)
      for (const type of types)
        for (const origin of origins) {
          effects.count = 0;
          const bare = method === 'GET' || method === 'HEAD';
          const answer = await server.inject({
            method: method as 'GET',
            url: `/v2/graphql${bare ? '?query=%7Bcount%7D' : ''}`,
            headers: { ...(type ? { 'content-type': type } : {}), ...(origin ? { origin } : {}) },
            ...(bare ? {} : { payload: type?.includes('urlencoded') ? 'query={count}' : '{"query":"{count}"}' }),
          });
          const allowed = method === 'POST' && type === 'application/json' && (origin === undefined || origin === ours);
          expect([method, type, origin, effects.count]).toEqual([method, type, origin, allowed ? 1 : 0]);
          expect([undefined, ours]).toContain(answer.headers['access-control-allow-origin']);
          if (origin !== ours) expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        }
  });

  it('leave nothing in browser caches, whether answered, refused or invalid', async () => {
    for (const url of ['/v2/graphql', '/hub/graphql'])
      for (const payload of ['{"query":"{open}"}', '{"query":"{count}"}', '{"query":"{"}', 'rubbish']) {
        const answer = await server.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json' },
          payload,
        });
        expect([url, payload, answer.headers['cache-control']]).toEqual([url, payload, 'no-store']);
      }
  });

  it('are answered for one operation, not for an array', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/v2/graphql',
      headers: { 'content-type': 'application/json' },
      payload: '[{"query":"{count}"}]',
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].extensions.code).toBe('BAD_INPUT');
    expect(effects.count).toBe(0);
  });

  it('are accepted with a page of charts and refused when they multiply', async () => {
    const aliases = (n: number) => `{ ${Array.from({ length: n }, (_, i) => `a${i}: open`).join(' ')} }`;
    expect((await ask(aliases(25))).errors).toBeUndefined();
    expect(await codeOf(aliases(100))).toBe('BAD_INPUT');
    expect(await codeOf(`{ ${'open '.repeat(7000)} }`)).toBe('BAD_INPUT');
    expect((await ask(getIntrospectionQuery())).errors).toBeUndefined();
  });
});

describe('errors', () => {
  it('of known codes pass, and others are masked under a logged id', async () => {
    expect(await ask('{ missing }')).toMatchObject({
      errors: [
        {
          message: 'No such thing',
          extensions: { code: 'NOT_FOUND', field: 'id', reason: { id: 'gone', values: { thing: '7' } } },
        },
      ],
    });
    const { errors } = await ask('{ broken }');
    expect(JSON.stringify(errors)).not.toContain('secret');
    expect(errors?.[0]?.extensions.code).toBe('INTERNAL');
    expect(logged).toMatchObject([{ id: errors?.[0]?.extensions.id, path: 'broken' }]);
  });

  it('reveal nothing about a failing store', async () => {
    const answer = await ask('{ closed }', { token: 'storm' });
    expect(answer).toEqual({
      errors: [{ message: 'Unexpected error', extensions: { code: 'INTERNAL', id: expect.any(String) } }],
    });
  });

  it.each([
    ['{ missing full }', '', 200, null],
    ['{ open full }', '', 200, null],
    ['{ full }', '', 503, '5'],
    ['{ open }', 'crowd', 503, '3'],
  ])('refuse %s of %s with status %i, and say when to retry: %s', async (query, token, status, retryAfter) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const answer = await fetch(`${url}/v2/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${token}` },
        body: JSON.stringify({ query }),
      });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
      const { errors } = (await answer.json()) as { errors: { extensions: object }[] };
      if (!query.includes('missing'))
        expect(errors.map(({ extensions }) => extensions)).toEqual([
          { code: 'OVERLOADED', retryAfter: Number(retryAfter ?? 5) },
        ]);
    }
    expect(logged).toEqual([]);
  });

  it.each(['{ wanted }', 'mutation { work }'])('cancels %s when its caller leaves', async (query) => {
    const leaving = new AbortController();
    const asked = fetch(`${url}/v2/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal: leaving.signal,
    });
    await expect.poll(() => effects.wanted).toBe(1);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => effects.wanted).toBe(0);
  });

  it("in the caller's input are reported as bad input", async () => {
    expect(await codeOf('{ nosuch }')).toBe('BAD_INPUT');
    expect(await codeOf('{ open')).toBe('BAD_INPUT');
    expect(await codeOf(7 as never)).toBe('BAD_INPUT');
    expect(await codeOf('{ at(at: 1.5) }')).toBe('BAD_INPUT');
    expect(await codeOf('query($at: Timestamp!) { at(at: $at) }', { variables: { at: 'noon' } })).toBe('BAD_INPUT');
    expect(await ask('query($at: Timestamp!) { at(at: $at) }', { variables: { at: 1700000000000 } })).toEqual({
      data: { at: 1700000000000 },
    });
    expect(logged).toEqual([]);
  });
});

describe('subscriptions', () => {
  function client(token: string | undefined, headers: Record<string, string> = {}) {
    class Socket extends WebSocket {
      constructor(address: string, protocols: string) {
        super(address, protocols, { headers });
      }
    }
    return createClient({
      url: `${url.replace('http', 'ws')}/v2/graphql`,
      webSocketImpl: Socket,
      connectionParams: token ? { token } : {},
      retryAttempts: 0,
    });
  }

  async function collect(token: string | undefined, query = 'subscription { ticks }', wanted = 2, headers = {}) {
    const seen: unknown[] = [];
    const socket = client(token, headers);
    try {
      for await (const event of socket.iterate({ query })) {
        seen.push(event);
        if (seen.length === wanted) break;
      }
    } catch (error) {
      seen.push(error);
    }
    await socket.dispose();
    return seen as { code?: number; data?: unknown; errors?: unknown }[];
  }

  it('know the client address like requests do', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect(await collect(undefined, 'subscription { whence }', 1, headers)).toEqual([
      { data: { whence: '203.0.113.9' } },
    ]);
    expect(await ask('{ whence }', { headers })).toEqual({ data: { whence: '203.0.113.9' } });
  });

  it('stream to a signed-in caller and leave no listener behind', async () => {
    expect(await collect('user')).toEqual([{ data: { ticks: 1 } }, { data: { ticks: 2 } }]);
    await expect.poll(() => [effects.listeners, effects.wanted]).toEqual([0, 0]);
  });

  it('refuse what a request would refuse', async () => {
    expect(await collect(undefined)).toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
    expect(await collect('forged')).toMatchObject([{ code: 4403, reason: 'UNAUTHENTICATED' }]);
    expect(await collect('old')).toMatchObject([{ code: 4403, reason: 'TOKEN_EXPIRED' }]);
    expect(await collect('user', '{ open }')).toMatchObject([[{ extensions: { code: 'BAD_INPUT' } }]]);
    expect(
      await collect('user', `subscription { ${Array.from({ length: 100 }, (_, i) => `a${i}: ticks`).join(' ')} }`),
    ).toMatchObject([[{ extensions: { code: 'BAD_INPUT' } }]]);
    expect((await collect('user', 'subscription { ticks }', 2, { origin: 'http://evil.test' }))[0]).not.toHaveProperty(
      'data',
    );
    expect(effects.listeners).toBe(0);
  });

  it('are reopened when their rights change: each session is checked once, a few at a time', async () => {
    const people = Array.from({ length: 40 }, (_, index) => `person ${index}`);
    const expiresAt = Date.now() + 60_000;
    for (const token of people) tokens.set(token, { scope: scope({ userId: token as never }), expiresAt });
    const sockets = people.map((token) => client(token));
    const seen: Record<string, unknown[]> = {};
    for (const [index, socket] of sockets.entries())
      for (const copy of ['a', 'b', 'c', 'd', 'e']) {
        const events: unknown[] = [];
        seen[`${index} ${copy}`] = events;
        const sink = {
          next: (event: unknown) => events.push(event),
          error: () => {},
          complete: () => events.push('over'),
        };
        socket.subscribe({ query: 'subscription { ticks }' }, sink);
      }
    await expect.poll(() => Object.values(seen).every((events) => events.length === 2), { timeout: 10_000 }).toBe(true);
    expect(effects.listeners).toBe(200);
    Object.assign(asked, { times: 0, most: 0 });
    tokens.set('person 0', { scope: null, tokenProblem: 'invalid' });
    tokens.set('person 1', { scope: scope({ userId: 'person 1' as never, role: 'admin' }), expiresAt });
    for (const listener of listeners) listener({ organizationId: 7 as never, reopens: false });
    await expect.poll(() => effects.listeners).toBe(195);
    await expect.poll(() => [asked.times, asked.most]).toEqual([40, 8]);
    // Streams whose access is unchanged send nothing again; the others send their current state.
    await expect.poll(() => seen['1 e']?.length).toBe(4);
    expect(seen['2 a']).toHaveLength(2);
    Object.assign(asked, { times: 0 });
    for (const listener of listeners) listener({ organizationId: 8 as never, reopens: true });
    for (const listener of listeners)
      listener({ organizationId: 7 as never, userId: 'person 3' as never, reopens: true });
    await expect.poll(() => seen['3 a']?.length).toBe(4);
    expect(asked.times).toBe(1);
    await Promise.all(sockets.map((socket) => socket.dispose()));
    await expect.poll(() => effects.listeners).toBe(0);
  });

  it('close when the token expires', async () => {
    tokens.set('brief', { scope: scope({}), expiresAt: Date.now() + 1500 });
    expect((await collect('brief', 'subscription { ticks }', 3)).at(-1)).toMatchObject({
      code: 4403,
      reason: 'TOKEN_EXPIRED',
    });
    await expect.poll(() => effects.listeners).toBe(0);
  });

  it('are offered as server-sent events, which end with the token too', async () => {
    tokens.set('brief', { scope: scope({}), expiresAt: Date.now() + 1500 });
    const answer = await fetch(`${url}/v2/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: 'Bearer brief' },
      body: JSON.stringify({ query: 'subscription { ticks }' }),
    });
    const text = await answer.text().catch(() => 'ended');
    expect(text).toMatch(/ended|"ticks":2/);
    await expect.poll(() => effects.listeners).toBe(0);
  });
});

it('hide the schema where introspection is disabled', async () => {
  const closed = fastify();
  const main = buildEdgeSchema(effects);
  const authenticate = async () => ({ scope: null, tokenProblem: 'none' }) as const;
  mountGraphql(closed, {
    main,
    hub: main,
    authenticate,
    addressOf: createClientAddressGetter([]),
    accessChanges: () => () => {},
    allowedOrigins: [ours],
    introspection: false,
    clock: { now: () => Date.now() },
    log: { error: () => {}, warn: () => {} },
  });
  const post = async (query: string) =>
    (
      await closed.inject({
        method: 'POST',
        url: '/hub/graphql',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ query }),
      })
    ).json();
  expect((await post('{ __schema { queryType { name } } }')).data).toBeUndefined();
  expect((await post('{ __type(name: "Query") { name } }')).data).toBeUndefined();
  expect((await post('{ opem }')).errors[0].message).not.toContain('open');
  expect(await post('{ open }')).toEqual({ data: { open: 'open' } });
  await closed.close();
});
