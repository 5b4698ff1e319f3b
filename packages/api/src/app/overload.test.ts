import { id, type OrganizationId } from '@atrium/domain/core';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seedSite } from '../../testing/security/world/test-sites.ts';
import { startServerUnderLoad } from '../../testing/server-under-load.ts';
import { embeddedPoolLimits } from '../platform/analytics/engine-pools.ts';
import { blockQueries, countBlockedConnections, countStartedStatements } from '../platform/testing/block-queries.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';

const { question } = embeddedPoolLimits;
const waiting = [60, 50, 40] as const;
// Long enough that blocking statements last for a whole test.
const stores = useTestStores({
  poolLimits: { ...embeddedPoolLimits, question: { ...question, waiting } },
  maxSeconds: 600,
});
const now = Date.UTC(2026, 2, 1, 12);
const day = 86_400_000;

/** Outcome of each reading statement sent to the store. */
const handed: ('waiting' | 'answered' | 'Overloaded' | 'Cancelled' | 'failed')[] = [];
const logged: unknown[] = [];
let server: FastifyInstance;
let address: string;
let ours: OrganizationId;
let theirs: OrganizationId;

beforeAll(async () => {
  const { relational } = stores;
  const { db } = relational;
  ours = id<OrganizationId>(await stores.freshOrganization());
  theirs = id<OrganizationId>(await stores.freshOrganization());
  await seedSite(db, ours, 'ours');
  await seedSite(db, theirs, 'theirs');
  const log = (what: unknown) => void logged.push(what);
  ({ server, address } = await startServerUnderLoad({ db, analytics: watched(stores.analytics) }, ours, now, log));
  expect((await ask(`${ours}.1`, 0)).status).toBe(200);
});
afterAll(() => server.close());

function watched(store: typeof stores.analytics): typeof stores.analytics {
  const watch = <Answer>(answer: Promise<Answer>, isQuestion: boolean) => {
    if (!isQuestion) return answer;
    const place = handed.push('waiting') - 1;
    answer.then(
      () => (handed[place] = 'answered'),
      (error) => (handed[place] = error.constructor.name),
    );
    return answer;
  };
  return {
    ...store,
    query: (statement, options) => watch(store.query<never>(statement, options), options?.purpose === 'question'),
    columns: (statement, options) => watch(store.columns<never>(statement, options), options?.purpose === 'question'),
  };
}

/** A query for a year by day that was not made before. */
function yearUntil(number: number, zoneId?: number) {
  const date = (at: number) => new Date(at).toISOString().slice(0, 10);
  const end = now - (number + 1) * day;
  const days = { criterion: 'DATE', values: [`${date(end - 365 * day)}/${date(end)}`] };
  const zone = zoneId === undefined ? [] : [{ criterion: 'ZONES', values: [`${zoneId}`] }];
  return {
    metric: 'affluenceIn',
    filters: { conditions: [days, ...zone] },
    groupBy: [{ type: 'DATE', granularity: 86_400 }],
  };
}

function send(token: string, query: string, variables: object, signal: AbortSignal | null = null) {
  return fetch(`${address}/v2/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
    signal,
  });
}

async function ask(token: string, number: number, signal: AbortSignal | null = null) {
  const text = 'query($query: RetailDataQuery!) { retailData(query: $query) { data } }';
  const response = await send(token, text, { query: yearUntil(number) }, signal);
  const { errors } = (await response.json()) as { errors?: { extensions: Record<string, unknown> }[] };
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    extensions: errors?.map(({ extensions }) => extensions) ?? [],
  };
}

async function post(number: number): Promise<number> {
  const at = new Date(now - day + number * 1000).toISOString();
  const reading = { device: 'CANARY-PAD-ours', metric: 'affluenceIn', at, value: 1, interval: 1 };
  const response = await fetch(`${address}/ingest/v1/readings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
    body: JSON.stringify([reading]),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Generous for a busy machine. */
const patience = { timeout: 20_000 };

test('hundreds of year-long queries at once: posts are answered, and each query is answered or told when to retry', async () => {
  const release = await blockQueries(stores.analytics, question.connections);
  const outcomes: Awaited<ReturnType<typeof ask>>[] = [];
  const asked = Array.from({ length: 300 }, (_, number) =>
    ask(`${ours}.${1 + (number % 2)}`, 1 + number).then((outcome) => outcomes.push(outcome)),
  );
  // The queue is full, and all others are answered.
  await vi.waitFor(() => expect(outcomes.length).toBeGreaterThanOrEqual(300 - waiting[1]), { timeout: 50_000 });
  const others = [ask(`${theirs}.9`, 0), ask(`${theirs}.9`, 1)];
  const posted = await Promise.all(Array.from({ length: 100 }, (_, number) => post(number)));
  expect(new Set(posted)).toEqual(new Set([200]));
  expect(await countBlockedConnections(stores.analytics)).toBe(question.connections);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([503]));
  await release();
  await Promise.all(asked);
  for (const { status, retryAfter, extensions } of outcomes)
    if (status !== 200) {
      expect([status, retryAfter]).toEqual([503, `${question.retryAfter}`]);
      expect(extensions).toEqual([{ code: 'OVERLOADED', retryAfter: question.retryAfter }]);
    }
  const answered = outcomes.filter(({ status }) => status === 200).length;
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThanOrEqual(waiting[1]);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
  expect(logged).toEqual([]);
});

test('a query whose caller disconnects while queued never runs', async () => {
  const release = await blockQueries(stores.analytics, question.connections);
  handed.length = 0;
  const before = await countStartedStatements(stores.analytics);
  const leaving = new AbortController();
  const left = Array.from({ length: 5 }, (_, number) =>
    ask(`${ours}.1`, 400 + number, leaving.signal).catch(() => 'left'),
  );
  await vi.waitFor(() => expect(handed.length).toBeGreaterThanOrEqual(5), patience);
  leaving.abort();
  expect(await Promise.all(left)).toEqual(Array(5).fill('left'));
  await vi.waitFor(() => expect(new Set(handed)).toEqual(new Set(['Cancelled'])), patience);
  // Reading the count is itself a statement, so the second count includes it.
  expect((await countStartedStatements(stores.analytics)) - before).toBe(1);
  await release();
  expect(new Set(handed)).toEqual(new Set(['Cancelled']));
  expect(logged).toEqual([]);
});

/** Sends many queries in one field; returns the status and each outcome. */
async function askMany(token: string, queries: readonly object[]) {
  const text =
    'query($queries: [RetailDataQuery!]!) { answers(queries: $queries) { answer { metric data } refusal { code message field retryAfter } } }';
  const response = await send(token, text, { queries });
  const { data, errors } = (await response.json()) as {
    data?: {
      answers: { answer: { data: unknown[] } | null; refusal: { code: string; retryAfter: number | null } | null }[];
    };
    errors?: { extensions: Record<string, unknown> }[];
  };
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    outcomes: data?.answers.map(({ answer, refusal }) => refusal?.code ?? `${answer?.data.length} days`),
    refusals: data?.answers.flatMap(({ refusal }) => refusal ?? []),
    errors: errors?.map(({ extensions }) => extensions.code),
  };
}

async function zoneOf(organization: OrganizationId): Promise<number> {
  const { rows } = await stores.relational.db.execute<{ id: number }>(
    sql`select id from zones where organization_id = ${organization}`,
  );
  return rows[0]?.id ?? 0;
}

test('of many queries in one request, each is answered or refused individually, in order', async () => {
  const queries = [
    yearUntil(0, await zoneOf(ours)),
    yearUntil(0, await zoneOf(theirs)),
    { metric: 'no such metric' },
    yearUntil(0),
    yearUntil(0),
  ];
  expect(await askMany(`${ours}.1`, queries)).toMatchObject({
    status: 200,
    outcomes: ['365 days', 'NOT_FOUND', 'BAD_INPUT', '365 days', '365 days'],
    errors: undefined,
  });
  expect(await askMany(`${theirs}.1`, queries)).toMatchObject({
    outcomes: ['NOT_FOUND', '365 days', 'BAD_INPUT', '365 days', '365 days'],
  });
  expect(await askMany(`${ours}.1`, [])).toMatchObject({ status: 200, outcomes: [] });
});

test('a field or a document with too many queries is refused', async () => {
  expect(await askMany(`${ours}.1`, Array(60).fill({ metric: 'no such metric' }))).toMatchObject({
    outcomes: Array(60).fill('BAD_INPUT'),
  });
  expect(await askMany(`${ours}.1`, Array(61).fill({ metric: 'no such metric' }))).toMatchObject({
    errors: ['BAD_INPUT'],
  });
});

test('without room for any query the request is refused; otherwise only the excess ones are', async () => {
  const known = yearUntil(700);
  expect((await askMany(`${ours}.3`, [known])).outcomes).toEqual(['365 days']);
  const release = await blockQueries(stores.analytics, question.connections);
  handed.length = 0;
  const waits = Array.from({ length: waiting[2] }, (_, number) => ask(`${ours}.3`, 500 + number));
  await vi.waitFor(() => expect(handed.length).toBeGreaterThanOrEqual(waiting[2]), patience);
  const some = await askMany(`${ours}.3`, [known, yearUntil(600), { metric: 'no such metric' }]);
  expect(some).toMatchObject({ status: 200, outcomes: ['365 days', 'OVERLOADED', 'BAD_INPUT'], errors: undefined });
  expect(some.refusals?.[0]?.retryAfter).toBe(question.retryAfter);
  const none = await askMany(`${ours}.3`, [yearUntil(601), yearUntil(602)]);
  expect(none).toMatchObject({ status: 503, retryAfter: `${question.retryAfter}`, errors: ['OVERLOADED'] });
  await release();
  await Promise.all(waits);
  expect(logged).toEqual([]);
});
