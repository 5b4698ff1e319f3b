import { expect, test } from 'vitest';
import type { AnalyticsStore } from '../../../platform/analytics-store.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createTestIngestion, present, readStoredContents } from '../testing/ingest-fixture.ts';

const stores = useTestStores();

const reading = (minute: number, value = 4) => ({
  device: 'PAD-1',
  metric: 'affluenceIn',
  at: new Date(present - minute * 60_000).toISOString(),
  value,
  interval: 60,
});

/** The real store with inserts that can be paused and a count of its queries. */
function heldStore(organization: number) {
  const hold: { until: Promise<void>; fails: boolean } = { until: Promise.resolve(), fails: false };
  const asked: string[] = [];
  const real = stores.analytics;
  const analytics: AnalyticsStore = {
    ...real,
    query: (statement, options) => {
      asked.push(statement.sql);
      return real.query(statement, options);
    },
    insert: async (table, rows) => {
      await hold.until;
      if (hold.fails) throw new Error('the disk is full');
      await real.insert(table, rows);
    },
  };
  const { ingestion, scope, failures } = createTestIngestion(analytics, organization);
  const send = async (...readings: object[]) => {
    const result = await ingestion.ingestReadings(scope, null, readings, present);
    if (!result.ok) return result.error.code;
    const { accepted, unchanged, corrected } = result.value;
    return [accepted, unchanged, corrected];
  };
  const values = async () => (await readStoredContents(real, organization)).map(({ value }) => value);
  return { hold, asked, send, values, failures };
}

test('unordered, repeated and corrected readings are classified without a query', async () => {
  const { send, asked, values } = heldStore(131);
  await send(reading(100));
  asked.length = 0;
  expect(await send(reading(10))).toEqual([1, 0, 0]);
  expect(await send(reading(50))).toEqual([1, 0, 0]);
  expect(await send(reading(50), reading(10, 5))).toEqual([0, 1, 1]);
  expect(await send(reading(50, 6))).toEqual([0, 0, 1]);
  expect(asked).toEqual([]);
  expect(await values()).toEqual([4, 6, 5]);
});

test('a repetition of a reading being written is not acknowledged before the original', async () => {
  const { send, hold } = heldStore(132);
  await send(reading(100));
  let release = () => {};
  hold.until = new Promise((resolve) => {
    release = resolve;
  });
  const first = send(reading(10));
  await new Promise((resolve) => setTimeout(resolve, 30));
  let isAnswered = false;
  const again = send(reading(10)).then((answer) => {
    isAnswered = true;
    return answer;
  });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(isAnswered).toBe(false);
  release();
  expect([await first, await again]).toEqual([
    [1, 0, 0],
    [0, 1, 0],
  ]);
});

test('a reading whose write failed is new again', async () => {
  const { send, hold, values, failures } = heldStore(133);
  await send(reading(100));
  await send(reading(20));
  hold.fails = true;
  expect(await send(reading(10), reading(20, 9))).toBe('OVERLOADED');
  hold.fails = false;
  expect(await send(reading(10), reading(20, 9))).toEqual([1, 0, 1]);
  expect([await values(), failures.length]).toEqual([[4, 9, 4], 1]);
});
