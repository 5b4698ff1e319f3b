import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import type { IngestLimits } from '../ingest-limits.ts';
import type { IngestKeyHolder } from '../message-endpoint.ts';
import { createTestIngestion, present } from '../testing/ingest-fixture.ts';
import { registerIngestRoutes } from './ingest.routes.ts';

const stores = useTestStores();
const reading = { device: 'PAD-1', metric: 'affluenceIn', at: '2026-02-28T10:00:00+01:00', value: 4, interval: 300 };

/** Starts a server with the key `good` (whole organization) and the key `site-2` (its second site only). */
function server(organizationId: number, limits: Partial<IngestLimits> = {}) {
  const { ingestion, scope, clock, failures } = createTestIngestion(stores.analytics, organizationId, limits);
  const fastify = Fastify();
  const holders: Record<string, IngestKeyHolder> = {
    good: { scope, keyId: 1, installationId: null, scopes: ['readings:write'] },
    'site-2': { scope, keyId: 2, installationId: (organizationId * 10 + 2) as never, scopes: ['readings:write'] },
    till: { scope, keyId: 3, installationId: null, scopes: ['receipts:write', 'sites:read'] },
  };
  const logError = (_: string, error: unknown) => void failures.push(error);
  registerIngestRoutes(fastify, { ingestion, keys: { verify: async (key) => holders[key] ?? null }, clock, logError });
  const post = async (payload: string | Buffer, headers: Record<string, string> = {}) => {
    const answer = await fastify.inject({
      method: 'POST',
      url: '/ingest/v1/readings',
      payload,
      headers: { authorization: 'Bearer good', ...headers },
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  return { post, failures, ingestion };
}

describe('bodies', () => {
  const list = JSON.stringify([reading]);
  const json = { 'content-type': 'application/json' };
  const ndjson = { 'content-type': 'application/x-ndjson' };
  const gzip = { ...json, 'content-encoding': 'gzip' };
  test.each<[string, string | Buffer, Record<string, string>]>([
    ['a list', list, json],
    ['an object of readings', `{ "readings": ${list} }`, json],
    ['one reading', JSON.stringify(reading), json],
    ['lines', `${JSON.stringify(reading)}\n\n`, ndjson],
    ['lines that call themselves JSON', `${JSON.stringify(reading)}\r\n${JSON.stringify(reading)}`, json],
    ['gzip', gzipSync(list), gzip],
    ['no type at all', list, {}],
    ['a byte order mark', `\uFEFF${list}`, json],
  ])('%s', async (_, payload, headers) => {
    const { post } = server(21);
    const { status, body } = await post(payload, headers);
    expect([status, body.rejected]).toEqual([200, []]);
    expect(body.accepted + body.unchanged).toBeGreaterThan(0);
  });

  test.each<[number, string, string | Buffer, Record<string, string>]>([
    [400, 'BAD_INPUT', '', json],
    [400, 'BAD_INPUT', '[{', json],
    [400, 'BAD_INPUT', '7', json],
    [400, 'BAD_INPUT', '{"readings": 7}', json],
    [400, 'BAD_INPUT', 'device,at\n1,2', ndjson],
    [400, 'BAD_INPUT', Buffer.from([0x5b, 0xff, 0xfe, 0x5d]), json],
    [400, 'BAD_INPUT', 'no gzip', gzip],
    [400, 'BAD_INPUT', list, { 'content-encoding': 'br' }],
    [400, 'BAD_INPUT', gzipSync(list).subarray(0, 20), gzip],
    [413, 'TOO_LARGE', `[${'1,'.repeat(10_000)}1]`, json],
    [413, 'TOO_LARGE', ' '.repeat(5_000_001), json],
    [413, 'TOO_LARGE', gzipSync(Buffer.alloc(50_000_000, ' ')), gzip],
    [401, 'UNAUTHENTICATED', list, { authorization: 'Bearer stolen' }],
    [401, 'UNAUTHENTICATED', list, { authorization: 'Basic good' }],
    [401, 'UNAUTHENTICATED', list, { authorization: '' }],
  ])('%i %s', async (expected, code, payload, headers) => {
    const { post } = server(21);
    expect(await post(payload, headers)).toMatchObject({ status: expected, body: { code } });
  });

  test('nothing anyone posts is answered 5xx', async () => {
    const { post, failures } = server(22);
    const line = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .dictionary(fc.constantFrom('device', 'metric', 'at', 'value', 'gender', 'x', 'visitor'), fc.jsonValue())
        .map((one) => JSON.stringify(one)),
      fc
        .record({
          device: fc.constantFrom('PAD-1', 'PAD-2', 'no'),
          metric: fc.constant('dwell'),
          value: fc.double(),
          at: fc.constant('2026-01-01T00:00:00Z'),
          visitor: fc.string({ unit: 'binary' }),
        })
        .map((one) => JSON.stringify(one)),
    );
    const text = fc.oneof(
      line,
      fc.array(line).map((lines) => lines.join('\n')),
      fc.array(line).map((lines) => `[${lines.join(',')}]`),
      fc.array(line).map((lines) => `{"readings":[${lines.join(',')}]}`),
    );
    const bytes = fc.oneof(
      text.map((one) => Buffer.from(one)),
      text.map((one) => gzipSync(one)),
      fc.uint8Array({ maxLength: 300 }).map((one) => Buffer.from(one)),
    );
    const headers = fc.record({
      'content-type': fc.constantFrom(
        'application/json',
        'application/x-ndjson',
        'text/csv',
        'multipart/form-data',
        '',
      ),
      'content-encoding': fc.constantFrom('', 'gzip', 'deflate', 'identity'),
    });
    await fc.assert(
      fc.asyncProperty(bytes, headers, async (payload, given) => {
        const { status } = await post(payload, given);
        expect([200, 400, 413]).toContain(status);
      }),
      { numRuns: 300 },
    );
    expect(failures).toEqual([]);
  }, 60_000);
});

test('one bad reading never costs the good ones', async () => {
  const { post } = server(23);
  const bad = [
    { ...reading, device: 'PAD-unknown' },
    { ...reading, device: 'PAD-99', at: new Date(present - 3_600_000).toISOString() },
    { ...reading, value: -1 },
    7,
  ];
  const { status, body } = await post(
    JSON.stringify([bad[0], reading, bad[1], { ...reading, device: 'PAD-2' }, bad[2], bad[3]]),
  );
  expect([status, body.accepted]).toEqual([200, 2]);
  expect(body.rejected.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
    [0, 'UNKNOWN_DEVICE'],
    [2, 'DEVICE_REMOVED'],
    [4, 'VALUE_OUT_OF_RANGE'],
    [5, 'MALFORMED'],
  ]);
});

test('a key of one site knows no device of another', async () => {
  const { post } = server(24);
  const { body } = await post(JSON.stringify([reading, { ...reading, device: 'PAD-2' }]), {
    authorization: 'Bearer site-2',
  });
  expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 0, code: 'UNKNOWN_DEVICE' }] });
});

test('a key without the scope is told which one it lacks', async () => {
  const { post } = server(28);
  expect(await post(JSON.stringify([reading]), { authorization: 'Bearer till' })).toMatchObject({
    status: 403,
    body: {
      code: 'FORBIDDEN',
      message: 'This key may send receipts and read sites; readings need the scope readings:write.',
    },
  });
});

test('a key beyond its rate gets a retry time; other keys are not affected', async () => {
  const { post } = server(25, { requestsPerSecond: 0.2, requestBurst: 2 });
  const body = JSON.stringify([reading]);
  expect([(await post(body)).status, (await post(body)).status]).toEqual([200, 200]);
  const late = await post(body);
  expect([late.status, late.headers['retry-after']]).toEqual([429, '5']);
  expect((await post(body, { authorization: 'Bearer site-2' })).status).toBe(200);
});

test('readings count against the rate, not only requests', async () => {
  const { post } = server(26, { itemsPerSecond: 1, itemBurst: 5 });
  const many = JSON.stringify(Array.from({ length: 15 }, () => reading));
  expect((await post(many)).status).toBe(200);
  expect(await post(many)).toMatchObject({ status: 429, headers: { 'retry-after': '11' } });
});

test('during overload, requests are rejected at once and accepted ones are stored', async () => {
  const { post, ingestion } = server(27, { readingsWaiting: 3, readingsPerInsert: 1, maxConcurrentInserts: 1 });
  const bodies = Array.from({ length: 40 }, (_, index) =>
    JSON.stringify([{ ...reading, at: new Date(present - index * 60_000).toISOString() }]),
  );
  const answers = await Promise.all(bodies.map((body) => post(body)));
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => headers['retry-after'] === '1')).toBe(true);
  await ingestion.drain();
  const again = await Promise.all(bodies.slice(0, 3).map((body) => post(body)));
  expect(again.every(({ status }) => status === 200)).toBe(true);
  const total = (list: typeof answers) => list.reduce((sum, { body }) => sum + (body.accepted ?? 0), 0);
  expect(total(answers)).toBe(40 - refused.length);
});
