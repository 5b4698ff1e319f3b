import { gzipSync } from 'node:zlib';
import { aClock } from '@atrium/testkit/time';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { registerReceiptRoutes } from './receipts.routes.ts';
import { buildLine, now, openSalesWorld, type SalesWorld } from './testing/sales-world.ts';

const stores = useTestStores();
let opened = 0;

async function aTill(shopId: string | null = '101', purpose: 'receipts' | 'readings' = 'receipts') {
  const world = await openSalesWorld(stores, `Tills ${++opened}`);
  const { services, scope, site } = world;
  const { ingestKeys } = services.access;
  const made = await ingestKeys.create(scope, {
    name: 'Till 2',
    installationId: shopId === null ? null : site(shopId),
    purpose,
  });
  if (!made.ok) throw new Error(made.error.message);
  const fastify = Fastify();
  const { receipts } = services;
  registerReceiptRoutes(fastify, { receipts, keys: ingestKeys, clock: aClock(now), logError: () => {} });
  const post = async (payload: unknown, headers: Record<string, string> = {}) => {
    const answer = await fastify.inject({
      method: 'POST',
      url: '/ingest/v1/receipts',
      headers: { authorization: `Bearer ${made.value.secret}`, 'content-type': 'application/json', ...headers },
      payload: Buffer.isBuffer(payload) || typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  return { ...world, post };
}

const receipt = (name: string, turnover: number, more: object = {}) => ({
  receipt: name,
  at: '2026-11-24T10:00:00+01:00',
  shop: '101',
  items: 1,
  turnover,
  currency: 'CHF',
  ...more,
});

const none = { accepted: 0, unchanged: 0, corrected: 0, rejected: [] };

test('receipts are taken one by one: new, the same, another value, wrong', async () => {
  const { post, days } = await aTill();
  expect(await post([receipt('a', 10), receipt('b', 5)])).toEqual({ status: 200, body: { ...none, accepted: 2 } });
  const { body } = await post({
    receipts: [receipt('a', 10), receipt('b', 6), receipt('c', 1), receipt('d', 1, { shop: '102' }), 7],
  });
  expect(body).toMatchObject({
    accepted: 1,
    unchanged: 1,
    corrected: 1,
    rejected: [
      { index: 3, code: 'SHOP_UNKNOWN' },
      { index: 4, code: 'MALFORMED' },
    ],
  });
  expect(await days('101', 'turnover', '2026-11-24', '2026-11-25')).toEqual([17]);
});

test('one alone, lines, and packed', async () => {
  const { post } = await aTill();
  expect(await post(receipt('a', 1))).toMatchObject({ body: { accepted: 1 } });
  const lines = [receipt('b', 1), receipt('b', 1), receipt('b', 2)].map((one) => JSON.stringify(one)).join('\n');
  expect(await post(lines, { 'content-type': 'application/x-ndjson' })).toMatchObject({
    body: { accepted: 1, unchanged: 1, corrected: 1 },
  });
  expect(await post(gzipSync(JSON.stringify([receipt('c', 1)])), { 'content-encoding': 'gzip' })).toMatchObject({
    body: { accepted: 1 },
  });
});

test.each([
  ['at', '2026-11-24T10:00:00', 'TIME_OFFSET'],
  ['at', undefined, 'AT_MISSING'],
  ['receipt', '', 'RECEIPT_MISSING'],
  ['items', 'two', 'ITEMS_FORM'],
  ['turnover', '1,234', 'TURNOVER_AMBIGUOUS'],
  ['currency', 'EUR', 'CURRENCY_OTHER'],
  ['cashier', 'Anna', 'UNKNOWN_FIELD'],
  ['shop', ['101'], 'MALFORMED'],
])('a receipt whose %s is %j is rejected: %s', async (field, value, code) => {
  const { post } = await aTill();
  const { status, body } = await post([receipt('a', 1, { [field]: value }), receipt('b', 1)]);
  expect({ status, body }).toMatchObject({ status: 200, body: { accepted: 1, rejected: [{ index: 0, code }] } });
});

test('a key for readings, none, a broken body and too much are refused', async () => {
  const readings = await aTill('101', 'readings');
  expect(await readings.post([receipt('a', 1)])).toMatchObject({
    status: 403,
    body: {
      code: 'FORBIDDEN',
      message: "This key may send readings and send devices' packets; receipts need the scope receipts:write.",
    },
  });
  const { post } = await aTill();
  expect(await post([], { authorization: 'Bearer nothing' })).toMatchObject({ status: 401 });
  expect(await post('{"receipts":')).toMatchObject({ status: 400 });
  expect(await post(Array.from({ length: 5001 }, (_, index) => receipt(`${index}`, 1)))).toMatchObject({ status: 413 });
  expect(await post(gzipSync(Buffer.alloc(3_000_000, 32)), { 'content-encoding': 'gzip' })).toMatchObject({
    status: 413,
  });
});

test('today is known up to the newest receipt, a day before it as a whole', async () => {
  const { post, days, site } = await aTill();
  await post([receipt('a', 4, { at: '2026-11-23T10:00:00+01:00' }), receipt('b', 1)]);
  expect(await days('101', 'turnover', '2026-11-22', '2026-11-25')).toEqual([null, 4, 1]);
  const { rows } = await stores.relational.pool.query(
    'select date, until from sales_days where installation_id = $1 order by date',
    [site('101')],
  );
  expect(rows).toEqual([
    { date: '2026-11-23', until: null },
    { date: '2026-11-24', until: new Date('2026-11-24T09:00:00Z') },
  ]);
});

test('what a till says of an imported receipt stays when the import is undone', async () => {
  const { post, send, undo, days, ask } = await aTill();
  const { importId } = await send(
    [buildLine('a', '101', '2026-11-23', 10), buildLine('b', '101', '2026-11-23', 5)].join('\n'),
  );
  await post([receipt('a', 11, { at: '2026-11-23T10:00:00+01:00' })]);
  await undo(importId);
  expect(await days('101', 'turnover', '2026-11-23', '2026-11-24')).toEqual([11]);
  expect(await ask('{ salesTills { name receipts turnover { currency amount } } }')).toEqual([
    { name: 'Till 2', receipts: 1, turnover: [{ currency: 'CHF', amount: 11 }] },
  ]);
});

test('tills and imports that write the same receipts at once wait for each other, and none is lost', async () => {
  const { post, send, days }: SalesWorld & { post: (payload: unknown) => Promise<unknown> } = await aTill();
  const names = Array.from({ length: 1500 }, (_, index) => `r${(index * 7919) % 1500}`);
  const told = names.map((name) => receipt(name, 1, { at: '2026-11-23T10:00:00+01:00' }));
  await Promise.all([
    post(told.toReversed()),
    send(names.map((name) => buildLine(name, '101', '2026-11-23', 1)).join('\n')),
    post(told),
  ]);
  expect(await days('101', 'turnover', '2026-11-23', '2026-11-24')).toEqual([1500]);
});
