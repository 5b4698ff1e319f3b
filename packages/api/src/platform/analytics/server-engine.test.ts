import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aClock } from '@atrium/testkit/time';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { QueryOwner } from '../concurrency/query-owner.ts';
import { Cancelled } from '../failures.ts';
import { serverPoolLimits } from './engine-pools.ts';
import { openAnalyticsStore } from './open-analytics-store.ts';

/**
 * Fake ClickHouse server that implements only what this test needs. The test decides when each statement is answered.
 */
async function slowServer() {
  const open: { readonly sql: string; readonly url: string; readonly response: ServerResponse }[] = [];
  const closed: string[] = [];
  const server = createServer(async (request, response) => {
    let sql = '';
    for await (const part of request) sql += part;
    open.push({ sql, url: request.url ?? '', response });
    response.once('close', () => response.writableFinished || closed.push(sql));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const poolLimits = {
    ...serverPoolLimits,
    question: { ...serverPoolLimits.question, connections: 2, maxPerOrganization: 2 },
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = await openAnalyticsStore({ source: { url }, poolLimits, clock: aClock(0) });
  const answer = () => open.shift()?.response.end('{"one":1}\n');
  return { open, closed, store, answer };
}

const sql = (number: number) => ({ sql: `SELECT ${number} AS one`, params: {} });
const somebody = (signal?: AbortSignal): QueryOwner => ({ share: ['1', '1'], signal });

test('concurrent queries to a server are limited, and lookups for ingestion do not wait for them', async () => {
  const { open, store, answer } = await slowServer();
  const asked = [1, 2, 3].map((number) => store.query(sql(number), { owner: somebody() }));
  await vi.waitFor(() => expect(open).toHaveLength(2));
  const lookedUp = store.query(sql(4), { purpose: 'ingestion' });
  await vi.waitFor(() => expect(open.map((each) => /SELECT (\d)/.exec(each.sql)?.[1])).toEqual(['1', '2', '4']));
  for (let number = 0; number < 4; number++) {
    await vi.waitFor(() => expect(open.length).toBeGreaterThan(0));
    answer();
  }
  expect(await Promise.all([...asked, lookedUp])).toEqual(Array(4).fill([{ one: 1 }]));
  await store.close();
});

test('when a caller disconnects, its running request is closed and its queued one never sent', async () => {
  const { open, closed, store, answer } = await slowServer();
  const leaving = new AbortController();
  const asked = [1, 2, 3].map((number) => store.query(sql(number), { owner: somebody(leaving.signal) }));
  for (const each of asked) each.catch(() => {});
  await vi.waitFor(() => expect(open).toHaveLength(2));
  expect(open[0]?.url).toContain('cancel_http_readonly_queries_on_client_close=1');
  leaving.abort();
  for (const each of asked) await expect(each).rejects.toBeInstanceOf(Cancelled);
  await vi.waitFor(() => expect(closed).toHaveLength(2));
  open.length = 0;
  const next = store.query(sql(5), { owner: somebody() });
  await vi.waitFor(() => expect(open).toHaveLength(1));
  expect(open[0]?.sql).toContain('SELECT 5');
  answer();
  expect(await next).toEqual([{ one: 1 }]);
  await store.close();
});
