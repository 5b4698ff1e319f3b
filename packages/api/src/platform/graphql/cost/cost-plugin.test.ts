import { fullRights } from '@atrium/domain/people/access';
import fastify, { type FastifyInstance } from 'fastify';
import { createClient } from 'graphql-ws';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Scope } from '../../tenancy/index.ts';
import { createBuilder, finishSchema } from '../builder.ts';
import { mountGraphql } from '../edge.ts';
import { noSizes } from './declared-cost.ts';

/** Number of list items beyond the declared length. */
const surprise = { length: 0 };
const ran = { fields: 0, subscriptions: 0 };
let wait: () => Promise<void> = async () => {};
let server: FastifyInstance;
let url: string;

function schema() {
  const builder = createBuilder();
  const thing = builder.objectRef<{ readonly id: number }>('Thing');
  const things = () => Array.from({ length: surprise.length }, (_, id) => ({ id }));
  thing.implement({
    fields: (t) => ({
      id: t.int({
        resolve: ({ id }) => {
          ran.fields += 1;
          return id;
        },
      }),
      things: t.field({ type: [thing], length: { most: 1 }, resolve: things }),
    }),
  });
  builder.queryFields((t) => ({
    costly: t.int({
      skipTypeScopes: true,
      args: { units: t.arg.int({ required: true }) },
      cost: ({ units }) => units,
      resolve: () => ++ran.fields,
    }),
    things: t.field({ skipTypeScopes: true, type: [thing], length: { most: 1 }, resolve: things }),
    afterSlow: t.field({
      skipTypeScopes: true,
      type: thing,
      resolve: async () => {
        await wait();
        return { id: 1 };
      },
    }),
    login: t.boolean({ skipTypeScopes: true, isCredential: true, resolve: () => ++ran.fields > 0 }),
    open: t.string({ skipTypeScopes: true, args: { any: t.arg.string() }, resolve: () => 'open' }),
  }));
  builder.subscriptionFields((t) => ({
    ticks: t.int({
      args: { units: t.arg.int({ required: true }) },
      authScopes: { signedIn: true },
      cost: ({ units }) => units,
      subscribe: async function* () {
        ran.subscriptions += 1;
        yield 1;
      },
      resolve: (tick) => tick as number,
    }),
  }));
  return finishSchema(builder);
}

/** A user of another organization each time, so that no budget is shared. */
let person = 0;
const scopes = new Map<string, Scope>();
function token(of: Partial<Scope> = {}): string {
  person += 1;
  const scope = { organizationId: person, userId: person, viewedBy: null, rights: fullRights, role: 'user', ...of };
  scopes.set(`t${person}`, scope as Scope);
  return `t${person}`;
}

beforeEach(async () => {
  Object.assign(ran, { fields: 0, subscriptions: 0 });
  wait = async () => {};
  await start();
});

async function start(documentDeadline?: number): Promise<void> {
  server = fastify();
  const main = schema();
  mountGraphql(server, {
    main,
    hub: main,
    authenticate: async (one) => {
      const scope = scopes.get(one);
      return scope ? { scope, expiresAt: Date.now() + 60_000 } : { scope: null, tokenProblem: 'invalid' };
    },
    sizesOf: async () => ({ ...noSizes, installations: 10 }),
    documentDeadline,
    addressOf: () => '127.0.0.1',
    accessChanges: () => () => {},
    allowedOrigins: [],
    introspection: false,
    clock: { now: () => Date.now() },
    log: { error: (fields) => expect(fields).toBeUndefined(), warn: () => {} },
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
}

afterEach(() => server.close());

async function ask(query: string, by?: string, variables?: object, signal?: AbortSignal) {
  const answer = await fetch(`${url}/v2/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(by ? { authorization: `Bearer ${by}` } : {}) },
    body: JSON.stringify({ query, variables }),
    ...(signal ? { signal } : {}),
  });
  const body = (await answer.json()) as {
    data?: Record<string, unknown> | null;
    errors?: { message: string; extensions: Record<string, unknown> }[];
  };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...body };
}

/** Waits long enough for pending callbacks to run. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((next) => setImmediate(next));
}

const refused = (code: string, status: number) => ({ status, errors: [{ extensions: { code } }] });

describe('before execution', () => {
  it('refuses documents above the maximum cost, with the numbers', async () => {
    const { status, errors } = await ask('{ costly(units: 30000000) }', token());
    expect([status, errors?.[0]?.extensions]).toEqual([
      400,
      { code: 'TOO_EXPENSIVE', cost: 30_000_010, limit: 25_600_000 },
    ]);
    expect(errors?.[0]?.message).toContain('30000010');
    expect(
      await ask('query($n: Int!) { a: costly(units: $n) b: costly(units: $n) }', token(), { n: 13_000_000 }),
    ).toMatchObject(refused('TOO_EXPENSIVE', 400));
    expect(ran.fields).toBe(0);
    expect(await ask('{ costly(units: 9000000) }', token())).toMatchObject({ status: 200, data: { costly: 1 } });
  });

  it('gives anonymous callers a small budget', async () => {
    expect(await ask('{ costly(units: 200000) }')).toMatchObject(refused('TOO_EXPENSIVE', 400));
    expect(await ask('{ costly(units: 50000) }')).toMatchObject({ data: { costly: 1 } });
  });

  it('accepts one operation about credentials', async () => {
    const aliases = Array.from({ length: 10 }, (_, index) => `a${index}: login`);
    expect(await ask(`{ ${aliases.join(' ')} }`)).toMatchObject(refused('BAD_INPUT', 400));
    expect(ran.fields).toBe(0);
    expect(await ask('{ login }')).toMatchObject({ data: { login: true } });
  });

  it.each([
    ['lists in lists', `{ open(any: ${'['.repeat(5000)}${']'.repeat(5000)}) }`],
    ['objects in objects', `{ open(any: ${'{a:'.repeat(2500)}1${'}'.repeat(2500)}) }`],
    ['selections in selections', `{ ${'things { '.repeat(2500)} id ${'}'.repeat(2500)} }`],
    ['inline fragments', `{ ${'... { '.repeat(1900)} open ${'}'.repeat(1900)} }`],
    ['tokens', `{ ${'open '.repeat(7000)} }`],
    [
      'fragments',
      `{ ${Array.from({ length: 800 }, (_, i) => `...F${i}`).join(' ')} } ${Array.from({ length: 800 }, (_, i) => `fragment F${i} on Query { open }`).join(' ')}`,
    ],
  ])('reports a text with too many %s as bad input', async (_name, text) => {
    expect(await ask(text, token())).toMatchObject(refused('BAD_INPUT', 400));
    expect(await ask(text)).toMatchObject(refused('BAD_INPUT', 400));
  });

  it('leaves syntax errors to the parser', async () => {
    const { errors } = await ask('{ open(any: "', token());
    expect(errors?.[0]).toMatchObject({
      message: 'Syntax Error: Unterminated string.',
      extensions: { code: 'BAD_INPUT' },
    });
  });

  it("limits a person's cost per minute, and says when to retry", async () => {
    const somebody = token();
    const answers = [];
    for (let time = 0; time < 25; time += 1) answers.push(await ask('{ costly(units: 25000000) }', somebody));
    expect(answers.slice(0, 20).every(({ status }) => status === 200)).toBe(true);
    expect(answers.at(-1)).toMatchObject(refused('RATE_LIMITED', 429));
    expect(Number(answers.at(-1)?.retryAfter)).toBeGreaterThan(0);
    const same = scopes.get(somebody) as Scope;
    expect(await ask('{ costly(units: 10000000) }', token({ organizationId: same.organizationId }))).toMatchObject({
      status: 200,
    });
    expect(await ask('{ costly(units: 10000000) }', token())).toMatchObject({ status: 200 });
  });
});

describe('during execution', () => {
  it('ends a document whose lists are longer than declared', async () => {
    surprise.length = 200;
    const asked = '{ things { id things { id things { id } } } }';
    expect(await ask(asked, token())).toMatchObject(refused('TOO_EXPENSIVE', 400));
    const before = ran.fields;
    await turns(20);
    expect(ran.fields).toBe(before);
    surprise.length = 20;
    expect(await ask(asked, token())).toMatchObject({ status: 200 });
  });

  it('yields to others while it resolves many objects', async () => {
    surprise.length = 40;
    let isDone = false;
    let heard = 0;
    const many = ask('{ things { id things { id things { id } } } }', token()).finally(() => {
      isDone = true;
    });
    const listen = async () => {
      while (!isDone) {
        if (ran.fields > 0) heard += 1;
        await new Promise((next) => setImmediate(next));
      }
    };
    await Promise.all([many, listen()]);
    expect(heard).toBeGreaterThan(20);
  });

  it('ends a document that takes too long', async () => {
    await server.close();
    await start(50);
    let release = () => {};
    wait = () =>
      new Promise((done) => {
        release = done;
      });
    const answer = await ask('{ afterSlow { id } }', token());
    expect(answer).toMatchObject(refused('OVERLOADED', 503));
    expect(answer.retryAfter).toBe('5');
    release();
    await turns(20);
    expect(ran.fields).toBe(0);
  });

  it('stops when the caller disconnects', async () => {
    const leaving = new AbortController();
    let release = () => {};
    let isLeft = false;
    wait = () =>
      new Promise((done) => {
        release = done;
        leaving.abort();
      });
    server.server.on('connection', (socket) => socket.on('close', () => (isLeft = true)));
    await expect(ask('{ afterSlow { id } }', token(), {}, leaving.signal)).rejects.toThrow();
    await expect.poll(() => isLeft).toBe(true);
    release();
    await turns(20);
    expect(ran.fields).toBe(0);
  });
});

describe('subscriptions', () => {
  it('are estimated the same over sockets', async () => {
    const seen: unknown[] = [];
    const client = createClient({
      url: `${url.replace('http', 'ws')}/v2/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { token: token() },
      retryAttempts: 0,
    });
    for (const units of [30_000_000, 1])
      try {
        for await (const event of client.iterate({ query: `subscription { ticks(units: ${units}) }` }))
          seen.push(event);
      } catch (error) {
        seen.push(error);
      }
    await client.dispose();
    expect(seen).toEqual([
      {
        errors: [
          expect.objectContaining({
            extensions: { code: 'TOO_EXPENSIVE', cost: 30_000_010, limit: 25_600_000 },
          }),
        ],
      },
      { data: { ticks: 1 } },
    ]);
    expect(ran.subscriptions).toBe(1);
  });
});
