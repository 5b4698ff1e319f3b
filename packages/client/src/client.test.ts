import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { ApiProblem } from './problem.ts';
import { computeRetryDelay, readRetryAfter } from './retry-delay.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const problem = (status: number, body: object, headers: Record<string, string> = {}) =>
  json(status, body, { 'content-type': 'application/problem+json', ...headers });

/** A client whose requests are answered in this order; an error is a connection that failed. */
function createTestClient(answers: readonly (Response | Error)[], maxRetries = 4) {
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  const waits: number[] = [];
  const client = createClient({
    origin: 'https://atrium.example/',
    token: 'secret',
    maxRetries,
    fetch: async (url, init = {}) => {
      const answer = answers[sent.length];
      sent.push({ url: String(url), init });
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('one request too many');
      return answer;
    },
    wait: async (ms) => void waits.push(ms),
  });
  return { client, sent, waits };
}

describe('a request', () => {
  it('has its token, its parameters and its body', async () => {
    const { client, sent } = createTestClient([json(200, { id: 7 }), json(200, { data: [] })]);
    expect(await client.get('/sites/{siteId}', { path: { siteId: 7 } })).toEqual({ id: 7 });
    await client.post('/measurements/query', { body: { metric: 'co2' } });
    expect(sent.map(({ url, init }) => [init.method, url, init.body])).toEqual([
      ['GET', 'https://atrium.example/api/v1/sites/7', undefined],
      ['POST', 'https://atrium.example/api/v1/measurements/query', '{"metric":"co2"}'],
    ]);
    expect(sent[1]?.init.headers).toEqual({ authorization: 'Bearer secret', 'content-type': 'application/json' });
  });

  it('is answered by text where the operation says so', async () => {
    const text = new Response('atrium_co2 7', { headers: { 'content-type': 'text/plain' } });
    const { client } = createTestClient([text]);
    expect(await client.get('/sites/metrics')).toBe('atrium_co2 7');
  });
});

it('a list is read page by page, with its own parameters each time', async () => {
  const { client, sent } = createTestClient([
    json(200, { items: [{ id: 1 }, { id: 2 }], next: 'a b' }),
    json(200, { items: [{ id: 3 }], next: null }),
  ]);
  const ids: number[] = [];
  for await (const { id } of client.list('/sites', { query: { first: 2 } })) ids.push(id);
  expect(ids).toEqual([1, 2, 3]);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?first=2', '?first=2&after=a+b']);
});

it('changes are no list of pages: their cursor has no end', () => {
  const { client } = createTestClient([]);
  // @ts-expect-error It would ask for ever.
  const list = () => client.list('/measurements/changes');
  expect(list).toBeTypeOf('function');
});

describe('a refusal', () => {
  it('is an error with its code, text and field', async () => {
    const body = { status: 404, code: 'NOT_FOUND', detail: 'No such site', field: 'siteId' };
    const { client, sent } = createTestClient([problem(404, body)]);
    const error = await client.get('/sites/{siteId}', { path: { siteId: 7 } }).catch((one) => one);
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND', message: 'No such site', field: 'siteId' });
    expect(sent).toHaveLength(1);
  });

  it('by something else than the product has no code', async () => {
    const { client } = createTestClient([new Response('<html>', { status: 502 })]);
    expect(await client.get('/sites').catch((one) => one)).toMatchObject({ status: 502, code: null });
  });
});

describe('retries', () => {
  it('wait as long as the server asks, and end after the last', async () => {
    const busy = () => problem(429, { code: 'RATE_LIMITED', detail: 'Too much' }, { 'retry-after': '3' });
    const { client, waits } = createTestClient([busy(), problem(503, {}), json(200, { items: [], next: null })]);
    expect(await client.get('/sites')).toEqual({ items: [], next: null });
    expect(waits).toEqual([3000, 1000]);
    const other = createTestClient([busy(), busy()], 1);
    expect(await other.client.get('/sites').catch((one) => one)).toMatchObject({ status: 429, retryAfter: 3 });
    expect(other.waits).toEqual([3000]);
  });

  it('after a lost connection are only of requests that change nothing', async () => {
    const reading = createTestClient([new Error('reset'), json(200, {})]);
    await reading.client.get('/token');
    expect(reading.sent).toHaveLength(2);
    const asking = createTestClient([new Error('reset'), json(200, {})]);
    await expect(asking.client.post('/measurements/query', { body: { metric: 'co2' } })).rejects.toThrow('reset');
  });

  it.each<[Record<string, string>, number | null]>([
    [{ 'retry-after': '7', ratelimit: '"token";r=0;t=30' }, 7],
    [{ ratelimit: '"token";r=0;t=30' }, 30],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, null],
    [{}, null],
  ])('read %j', (headers, seconds) => {
    expect(readRetryAfter(new Headers(headers))).toBe(seconds);
  });

  it.each([
    [0, null, 500],
    [3, null, 4000],
    [20, null, 60_000],
    [0, 5, 5000],
    [0, 600, 60_000],
  ])('after attempt %d with %s s wait %d ms', (attempt, retryAfter, ms) => {
    expect(computeRetryDelay(attempt, retryAfter)).toBe(ms);
  });
});
