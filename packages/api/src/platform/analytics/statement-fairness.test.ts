import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aClock } from '@atrium/testkit/time';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AnalyticsStore } from '../analytics-store.ts';
import type { QueryOwner } from '../concurrency/query-owner.ts';
import { Cancelled } from '../failures.ts';
import { blockQueries, countBlockedConnections, countStartedStatements } from '../testing/block-queries.ts';
import { type EnginePoolLimits, embeddedPoolLimits } from './engine-pools.ts';
import { openAnalyticsStore } from './open-analytics-store.ts';

const poolLimits: EnginePoolLimits = {
  ...embeddedPoolLimits,
  question: { ...embeddedPoolLimits.question, connections: 2, maxPerOrganization: 2, waiting: [30, 20, 10] },
};

let folder: string;
let store: AnalyticsStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-turns-'));
  store = await openAnalyticsStore({ source: { folder }, poolLimits, maxSeconds: 600, clock: aClock(0) });
  await store.command({ sql: 'CREATE TABLE t (x Int64) ENGINE = MergeTree ORDER BY x', params: {} });
  // The first statement opens the connections.
  await Promise.all([store.query(one), store.query(one, { purpose: 'ingestion' }), underWay()]);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const one = { sql: 'SELECT 1 AS one', params: {} };

const somebody = (organization: string, person: string, signal?: AbortSignal): QueryOwner => ({
  share: [organization, person],
  signal,
});

const hold = (connections: number = poolLimits.question.connections) => blockQueries(store, connections);
const underWay = () => countBlockedConnections(store);
const begun = () => countStartedStatements(store);

test('while queries use all their connections, lookups for ingestion, inserts, upkeep and pings are answered', async () => {
  const release = await hold();
  const waiting = [1, 2, 3].map(() => store.query(one, { owner: somebody('other', 'somebody') }));
  let answered = 0;
  for (const each of waiting) each.then(() => answered++);
  await store.query(one, { purpose: 'ingestion' });
  await store.insert('t', [{ x: 1 }]);
  await store.command({ sql: 'INSERT INTO t SELECT 2', params: {} });
  await store.ping();
  expect(await underWay()).toBe(poolLimits.question.connections);
  expect(answered).toBe(0);
  await release();
  await Promise.all(waiting);
});

test('of hundreds of concurrent queries two run, those beyond the queue are refused, and none fails otherwise', async () => {
  const release = await hold();
  const asked = Array.from({ length: 300 }, (_, number) =>
    store.query(one, { owner: somebody(`${number % 3}`, `${number % 9}`) }).then(
      () => 'answered',
      (error) => `refused for ${error.retryAfter} s`,
    ),
  );
  expect(await underWay()).toBe(2);
  await release();
  const outcomes = await Promise.all(asked);
  expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(30);
  expect(outcomes.filter((outcome) => outcome === 'refused for 5 s')).toHaveLength(270);
});

test('a queued statement whose caller disconnects never reaches the engine', async () => {
  const release = await hold();
  const before = await begun();
  const leaving = new AbortController();
  const dropped = Array.from({ length: 10 }, () =>
    store.query(one, { owner: somebody('a', 'leaving', leaving.signal) }),
  );
  const kept = store.query(one, { owner: somebody('a', 'staying') });
  for (const each of dropped) each.catch(() => {});
  leaving.abort();
  for (const each of dropped) await expect(each).rejects.toBeInstanceOf(Cancelled);
  expect((await begun()) - before).toBe(1);
  await release();
  expect(await kept).toEqual([{ one: 1 }]);
});

test('a running statement ends when its caller disconnects, which frees its connection and memory', async () => {
  const leaving = new AbortController();
  const greedy = { sql: 'SELECT length(groupArray(number)) FROM numbers(1000000000000)', params: {} };
  const left = store.query(greedy, { owner: somebody('b', 'leaving', leaving.signal) });
  left.catch(() => {});
  const held = async () => {
    const sql = `SELECT sum(memory_usage)::Float64 AS held FROM system.processes WHERE query LIKE '%groupArray(number)%'
      AND query NOT LIKE '%processes%'`;
    const [row] = await store.query<{ held: number }>({ sql, params: {} }, { purpose: 'upkeep' });
    return row?.held ?? 0;
  };
  await vi.waitFor(async () => expect(await held()).toBeGreaterThan(0), { timeout: 30_000, interval: 5 });
  await hold(1);
  leaving.abort();
  await expect(left).rejects.toBeInstanceOf(Cancelled);
  expect(await held()).toBe(0);
  expect(await store.query(one, { owner: somebody('b', 'next') })).toEqual([{ one: 1 }]);
});

test('an organization with a full queue delays another one by at most one turn', async () => {
  const release = await hold();
  const order: string[] = [];
  const ask = (organization: string, person: string) =>
    store.query(one, { owner: somebody(organization, person) }).then(() => order.push(organization));
  const asked = Array.from({ length: 20 }, (_, number) => ask('large', `${number % 4}`));
  asked.push(ask('small', 'one'));
  await release();
  await Promise.all(asked);
  // There are two connections, so at most two statements of the large query run before the small one.
  expect(order.indexOf('small')).toBeLessThanOrEqual(2);
});
