import { fullRights } from '@atrium/domain/access';
import { failure } from '@atrium/domain/core';
import fastify, { type FastifyInstance } from 'fastify';
import { getIntrospectionQuery } from 'graphql';
import { createClient } from 'graphql-ws';
import { Repeater } from 'graphql-yoga';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Scope } from '../../access/scope.ts';
import { createBuilder, finishSchema } from './builder.ts';
import type { Authentication } from './context.ts';
import { undeclaredOperations } from './declared-access.ts';
import { mountGraphql } from './edge.ts';
import { graphqlErrorOf } from './errors.ts';

const ours = 'http://atrium.test';
const effects = { count: 0, listeners: 0 };
const logged: unknown[] = [];
const tokens = new Map<string, Authentication>();
let server: FastifyInstance;
let url: string;

function schema() {
  const builder = createBuilder();
  builder.queryFields((t) => ({
    open: t.string({ skipTypeScopes: true, resolve: () => 'open' }),
    count: t.int({ skipTypeScopes: true, resolve: () => ++effects.count }),
    closed: t.withAuth({ signedIn: true }).int({ resolve: (_root, _args, { scope }) => scope.organizationId }),
    forAdministrators: t.withAuth({ administrator: true }).boolean({ resolve: () => true }),
    withRight: t.withAuth({ right: 'app.stopNGO.edit' }).boolean({ resolve: () => true }),
    forgotten: t.string({ resolve: () => 'reached' }),
    missing: t.string({
      skipTypeScopes: true,
      resolve: () => {
        throw graphqlErrorOf({
          ...failure('NOT_FOUND', 'No such thing', 'id'),
          reason: { id: 'gone', values: { thing: '7' } },
        });
      },
    }),
    broken: t.string({
      skipTypeScopes: true,
      resolve: () => {
        throw new Error('select secret from users');
      },
    }),
    at: t.field({
      type: 'Timestamp',
      skipTypeScopes: true,
      args: { at: t.arg({ type: 'Timestamp', required: true }) },
      resolve: (_root, { at }) => at,
    }),
  }));
  builder.subscriptionFields((t) => ({
    ticks: t.int({
      authScopes: { signedIn: true },
      subscribe: () =>
        new Repeater<number>(async (push, stop) => {
          effects.listeners += 1;
          void push(1);
          void push(2);
          await stop;
          effects.listeners -= 1;
        }),
      resolve: (tick) => tick as number,
    }),
  }));
  return finishSchema(builder);
}

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
  const main = schema();
  mountGraphql(server, {
    main,
    hub: main,
    authenticate: async (token) => {
      if (token === 'storm') throw new Error('connect to 10.0.0.7 failed');
      return tokens.get(token) ?? { scope: null, tokenProblem: 'invalid' };
    },
    allowedOrigins: [ours],
    introspection: true,
    clock: { now: () => Date.now() },
    log: { error: (fields) => logged.push(fields) },
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
  it('lets nobody in by default and says why', async () => {
    expect(await codeOf('{ closed }')).toBe('UNAUTHENTICATED');
    expect(await codeOf('{ forgotten }')).toBe('UNAUTHENTICATED');
    expect(await codeOf('{ closed }', { token: 'forged' })).toBe('UNAUTHENTICATED');
    expect(await ask('{ closed }', { token: 'old' })).toMatchObject({
      errors: [{ message: 'Your token has expired, please get a new one', extensions: { code: 'TOKEN_EXPIRED' } }],
    });
    expect(await ask('{ open closed }', { token: 'user' })).toEqual({ data: { open: 'open', closed: 7 } });
  });

  it('tells rights from roles', async () => {
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

  it('names the operations that do not declare their access', () => {
    expect(undeclaredOperations(schema())).toEqual(['Query.forgotten']);
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

  it('has no effect except by a POST of JSON from its own origin', async () => {
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

  it('answers one operation, not an array of them', async () => {
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

  it('takes a page of charts and refuses what multiplies', async () => {
    const aliases = (n: number) => `{ ${Array.from({ length: n }, (_, i) => `a${i}: open`).join(' ')} }`;
    expect((await ask(aliases(25))).errors).toBeUndefined();
    expect(await codeOf(aliases(100))).toBe('BAD_INPUT');
    expect(await codeOf(`{ ${'open '.repeat(7000)} }`)).toBe('BAD_INPUT');
    expect((await ask(getIntrospectionQuery())).errors).toBeUndefined();
  });
});

describe('errors', () => {
  it('passes failures, masks faults under a logged id', async () => {
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

  it('says nothing of a store that does not answer', async () => {
    const answer = await ask('{ closed }', { token: 'storm' });
    expect(answer).toEqual({
      errors: [{ message: 'Unexpected error', extensions: { code: 'INTERNAL', id: expect.any(String) } }],
    });
  });

  it('calls a caller’s own mistakes bad input', async () => {
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

  it('streams to a signed-in caller and leaves no listener behind', async () => {
    expect(await collect('user')).toEqual([{ data: { ticks: 1 } }, { data: { ticks: 2 } }]);
    await expect.poll(() => effects.listeners).toBe(0);
  });

  it('refuses what a request would refuse', async () => {
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

  it('closes with the token', async () => {
    tokens.set('brief', { scope: scope({}), expiresAt: Date.now() + 1500 });
    expect((await collect('brief', 'subscription { ticks }', 3)).at(-1)).toMatchObject({
      code: 4403,
      reason: 'TOKEN_EXPIRED',
    });
    await expect.poll(() => effects.listeners).toBe(0);
  });

  it('offers server-sent events, ended with the token too', async () => {
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

it('hides its schema where introspection is closed', async () => {
  const closed = fastify();
  const main = schema();
  const authenticate = async () => ({ scope: null, tokenProblem: 'none' }) as const;
  mountGraphql(closed, {
    main,
    hub: main,
    authenticate,
    allowedOrigins: [ours],
    introspection: false,
    clock: { now: () => Date.now() },
    log: { error: () => {} },
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
