import { expect, test, vi } from 'vitest';
import type { AnalyticsStore, PoolStats } from '../../platform/analytics-store.ts';
import { Cancelled } from '../../platform/failures.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { whenIdle } from './when-idle.ts';

const stores = useTestStores();

/** Wraps the real engine with a simulated load and counts the statements that ran at once. */
function busyStore() {
  let lines: readonly PoolStats[] = [];
  let [begun, running, most] = [0, 0, 0];
  const query: AnalyticsStore['query'] = async (statement, options) => {
    begun += 1;
    running += 1;
    most = Math.max(most, running);
    expect(options?.purpose).toBe('upkeep');
    const rows = await stores.analytics.query<never>(statement, options);
    running -= 1;
    return rows;
  };
  return {
    analytics: { ...stores.analytics, query, lines: () => lines },
    begun: () => begun,
    most: () => most,
    now: (...of: PoolStats[]) => {
      lines = of;
    },
  };
}

const one = { sql: 'SELECT 1 AS one', params: {} };
const line = (name: string, running: number, waiting = 0): PoolStats => ({ name, running, waiting });
const turns = () => new Promise((resolve) => setTimeout(resolve, 30));

test('each statement waits until the engine is idle, and for the statement before it', async () => {
  const { analytics, begun, most, now } = busyStore();
  const { store } = whenIdle(analytics, 1);
  for (const busy of [line('question', 1), line('question', 0, 1), line('ingestion', 1), line('inserts', 1, 1)]) {
    now(line('upkeep', 0), busy);
    const before = begun();
    const answers = Promise.all([store.query(one), store.query(one), store.query(one)]);
    await turns();
    expect(begun(), JSON.stringify(busy)).toBe(before);
    now(line('inserts', 1), line('commands', 2, 2), line('upkeep', 1));
    expect(await answers).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
  }
  expect(most()).toBe(1);
});

test('a question between two statements is answered first', async () => {
  const { analytics, begun, now } = busyStore();
  const { store } = whenIdle(analytics, 1);
  const first = store.query(one);
  const second = first.then(() => {
    now(line('question', 1));
    return store.query(one);
  });
  await first;
  await turns();
  expect(begun()).toBe(1);
  now();
  await second;
  expect(begun()).toBe(2);
});

test('a statement that waits is cancelled by its signal; later statements run', async () => {
  const { analytics, begun, now } = busyStore();
  const { store, idle } = whenIdle(analytics, 1);
  now(line('question', 1));
  const leaving = new AbortController();
  const owner = { share: ['one', 'system'], signal: leaving.signal } as const;
  const given = store.query(one, { owner });
  const later = store.query(one);
  const moment = idle(leaving.signal);
  leaving.abort();
  await expect(given).rejects.toBeInstanceOf(Cancelled);
  await expect(moment).rejects.toBeInstanceOf(Cancelled);
  expect(begun()).toBe(0);
  now();
  await later;
  await vi.waitFor(() => expect(begun()).toBe(1));
});
