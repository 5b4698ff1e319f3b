import { expect, test } from 'vitest';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createTestIngestion, present } from './testing/ingest-fixture.ts';

const stores = useTestStores();
/** The delay is longer than the test, so only enough queued requests start an insert. */
const forGood = { batchDelayMs: 3_600_000, batchRequests: 3 };

/** Creates an ingestion and records the number of readings per insert. */
function counted(organization: number) {
  const inserts: number[] = [];
  const analytics: AnalyticsStore = {
    ...stores.analytics,
    insert: (table, rows) => {
      inserts.push(rows.length);
      return stores.analytics.insert(table, rows);
    },
  };
  const { ingestion, scope } = createTestIngestion(analytics, organization, forGood);
  let last = 0;
  /** Sends a request with one distinct reading. */
  const send = async () => {
    const at = new Date(present - ++last * 60_000).toISOString();
    const reading = { device: 'PAD-1', metric: 'affluenceIn', at, value: 1, interval: 60 };
    return (await ingestion.ingestReadings(scope, null, [reading], present)).ok;
  };
  return { ingestion, inserts, send };
}

test('after an insert that several requests share, the next ones gather until there are enough', async () => {
  const { ingestion, inserts, send } = counted(311);
  expect(await Promise.all([send(), send()])).toEqual([true, true]);
  const gathered = [send(), send()];
  await new Promise((resume) => setImmediate(resume));
  expect(ingestion.waiting).toBe(2);
  expect(inserts).toEqual([2]);
  expect(await Promise.all([...gathered, send()])).toEqual([true, true, true]);
  expect(inserts).toEqual([2, 3]);
});

test('a single sender does not wait', async () => {
  const { inserts, send } = counted(312);
  for (const _ of [1, 2, 3]) expect(await send()).toBe(true);
  expect(inserts).toEqual([1, 1, 1]);
});

test('requests beyond the maximum wait are rejected, and accepted once the queue is empty', async () => {
  const limits = { readingsPerInsert: 1, maxConcurrentInserts: 1, batchDelayMs: 0, secondsWaiting: 3 };
  let inserts = 0;
  let late: Promise<boolean> | null = null;
  const analytics: AnalyticsStore = {
    ...stores.analytics,
    insert: (table, rows) => {
      // A disk that takes one second per insert.
      clock.time = present + ++inserts * 1000;
      // By now the throughput is known, and four requests wait.
      if (inserts === 3) late = send(7);
      return stores.analytics.insert(table, rows);
    },
  };
  const { ingestion, scope, clock } = createTestIngestion(analytics, 313, limits);
  const send = async (minute: number) => {
    const at = new Date(present - minute * 60_000).toISOString();
    const reading = { device: 'PAD-1', metric: 'affluenceIn', at, value: 1, interval: 60 };
    return (await ingestion.ingestReadings(scope, null, [reading], present)).ok;
  };
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(send))).toEqual([true, true, true, true, true, true]);
  expect(await late).toBe(false);
  expect(await send(8)).toBe(true);
});
