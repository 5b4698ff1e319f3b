import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createBuilder, finishSchema } from '../graphql/builder.ts';
import { mountGraphql } from '../graphql/edge.ts';
import { useTestStores } from '../testing/test-stores.ts';
import { sendTraces } from './otlp.ts';
import { beginSpan } from './spans.ts';
import { traceRequests } from './trace-requests.ts';

interface Told {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string | number>> }[];
  readonly status?: { readonly code: number };
}

const stores = useTestStores();
const received: { readonly path: string; readonly headers: Record<string, unknown>; readonly body: string }[] = [];
let collector: Server;
let endpoint: string;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    received.push({ path: request.url ?? '', headers: request.headers, body });
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
});

afterAll(() => void collector.close());

/** Server with one query that reads from both stores and may fail. */
function serve() {
  const builder = createBuilder();
  builder.queryField('counted', (t) =>
    t.int({
      skipTypeScopes: true,
      args: { word: t.arg.string({ required: true }) },
      resolve: async (_root, { word }) => {
        const { rows } = await stores.relational.pool.query('select length($1) as count', [word]);
        const found = await stores.analytics.query({ sql: 'SELECT {word:String} AS word', params: { word } });
        return Number(rows[0].count) + found.length;
      },
    }),
  );
  const schema = finishSchema(builder);
  const server = fastify();
  traceRequests(server);
  server.get('/broken/:secret', async () => stores.relational.pool.query('select nothing from nowhere'));
  mountGraphql(server, {
    main: schema,
    hub: schema,
    authenticate: async () => ({ scope: null, tokenProblem: 'invalid' }),
    addressOf: () => '192.0.2.1',
    accessChanges: () => () => {},
    allowedOrigins: [],
    introspection: false,
    clock: { now: () => Date.now() },
    log: { error: () => {}, warn: () => {} },
  });
  onTestFinished(() => server.close());
  return server;
}

const attributesOf = ({ attributes }: Told) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

it('sends a request, its document and its statements with their queue times to a collector, without user input', async () => {
  const server = serve();
  const traces = sendTraces({ endpoint, headers: { 'x-key': 'one' }, service: 'here', logger: { warn: vi.fn() } });
  const payload = {
    query: 'query Canary($word: String!) { named: counted(word: $word) }',
    variables: { word: 'canary' },
  };
  const answer = await server.inject({ method: 'POST', url: '/v2/graphql', payload });
  expect(answer.json()).toEqual({ data: { named: 7 } });
  expect((await server.inject('/broken/canary')).statusCode).toBe(500);
  await traces.close();
  expect(received.map(({ path, headers }) => [path, headers['x-key']])).toEqual([['/v1/traces', 'one']]);
  expect(received[0]?.body).not.toMatch(/canary/i);
  const [{ resource, scopeSpans }] = JSON.parse(received.splice(0)[0]?.body ?? '').resourceSpans;
  expect(attributesOf(resource)).toMatchObject({ 'service.name': 'here' });
  const spans = scopeSpans[0].spans as readonly Told[];
  const [request, document, relational, analytics] = [
    spans.find(({ name }) => name === 'POST /v2/graphql'),
    spans.find(({ name }) => name === 'document'),
    spans.find((span) => attributesOf(span)['db.system.name'] === 'postgresql'),
    spans.find((span) => attributesOf(span)['db.system.name'] === 'clickhouse'),
  ] as [Told, Told, Told, Told];
  expect(request.kind).toBe(2);
  expect(request.parentSpanId).toBeUndefined();
  expect(document.parentSpanId).toBe(request.spanId);
  expect([relational.parentSpanId, analytics.parentSpanId]).toEqual([document.spanId, document.spanId]);
  expect(new Set([request, document, relational, analytics].map(({ traceId }) => traceId)).size).toBe(1);
  expect(attributesOf(request)).toMatchObject({ 'http.route': '/v2/graphql', 'http.response.status_code': '200' });
  expect(attributesOf(document)).toMatchObject({ 'graphql.operation.type': 'query', 'atrium.fields': 'counted' });
  expect(attributesOf(relational)).toMatchObject({ 'db.operation.name': 'select' });
  expect(attributesOf(analytics)).toMatchObject({
    'atrium.line': 'question',
    'atrium.waited_ms': expect.stringMatching(/^\d+$/),
  });
  for (const { startTimeUnixNano: from, endTimeUnixNano: to } of spans) {
    expect(from).toMatch(/^\d{19}$/);
    expect(BigInt(to)).toBeGreaterThanOrEqual(BigInt(from));
  }
  const broken = spans.find(({ name }) => name === 'GET /broken/:secret') as Told;
  expect(broken.status).toEqual({ code: 2 });
  const failed = spans.find(({ parentSpanId }) => parentSpanId === broken.spanId) as Told;
  expect([failed.name, failed.status]).toEqual(['statement', { code: 2 }]);
});

it('keeps concurrent requests apart', async () => {
  const server = serve();
  const traces = sendTraces({ endpoint, headers: {}, service: 'here', logger: { warn: vi.fn() } });
  const payload = { query: '{ counted(word: "x") }' };
  await Promise.all(Array.from({ length: 30 }, () => server.inject({ method: 'POST', url: '/v2/graphql', payload })));
  await traces.close();
  const spans = received
    .splice(0)
    .flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Told[])
    .filter(({ parentSpanId, kind }) => parentSpanId !== undefined || kind === 2);
  const byTrace = [...Map.groupBy(spans, ({ traceId }) => traceId).values()];
  expect(byTrace.map((one) => one.map(({ name }) => name).toSorted())).toEqual(
    Array(30).fill(['POST /v2/graphql', 'document', 'statement', 'statement']),
  );
});

it('continues without the collector, and creates no spans without a receiver', async () => {
  const server = serve();
  const warn = vi.fn();
  const traces = sendTraces({ endpoint: 'http://127.0.0.1:9', headers: {}, service: 'here', logger: { warn } });
  const payload = { query: '{ counted(word: "x") }' };
  expect((await server.inject({ method: 'POST', url: '/v2/graphql', payload })).statusCode).toBe(200);
  await traces.close();
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ lost: 4 }), 'traces could not be sent');
  expect(beginSpan('nothing', {})).toBeNull();
  expect((await server.inject({ method: 'POST', url: '/v2/graphql', payload })).statusCode).toBe(200);
  expect(received).toEqual([]);
});
