import { expect, test } from 'vitest';
import type { AnalyticsStore } from '../../../platform/analytics-store.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createTestIngestion, present, readStoredContents } from '../testing/ingest-fixture.ts';

const stores = useTestStores();
const organization = 141;
const day = 86_400_000;

const reading = (device: string, daysAgo: number, value: number) => ({
  device,
  metric: 'affluenceIn',
  at: new Date(present - daysAgo * day).toISOString(),
  value,
  interval: 60,
});

/** Creates an ingestion without any cached state. */
function freshProcess() {
  const asked: string[] = [];
  const analytics: AnalyticsStore = {
    ...stores.analytics,
    query: (statement, options) => {
      if (statement.sql.includes('visitor, x, y')) asked.push(statement.sql);
      return stores.analytics.query(statement, options);
    },
  };
  const { ingestion, scope } = createTestIngestion(analytics, organization);
  const send = async (readings: readonly object[]) => {
    const result = await ingestion.ingestReadings(scope, null, readings, present);
    if (!result.ok) throw new Error(result.error.message);
    const { accepted, unchanged, corrected } = result.value;
    return [accepted, unchanged, corrected];
  };
  return { asked, send };
}

test('readings scattered over months need one look-up per site and metric', async () => {
  const days = Array.from({ length: 60 }, (_, index) => 2 * index + 2);
  // Both devices report at each instant, so that mixing them up would show.
  const stored = days.flatMap((ago) => [reading('PAD-1', ago, 4), reading('PAD-3', ago, 5)]);
  expect(await freshProcess().send(stored)).toEqual([120, 0, 0]);

  const { send, asked } = freshProcess();
  const again = [
    ...days.map((ago, index) => reading('PAD-1', ago, index % 3 === 0 ? 9 : 4)),
    ...days.map((ago) => reading('PAD-3', ago, 5)),
    ...days.slice(0, 20).map((ago) => reading('PAD-1', ago + 1, 7)),
  ];
  // Order in which neighbours are months apart.
  const scattered = again.map((_, index) => again[(index * 37) % again.length] as object);
  expect(await send(scattered)).toEqual([20, 100, 20]);
  expect(asked).toHaveLength(1);

  const values = (await readStoredContents(stores.analytics, organization)).map(({ value }) => value);
  const count = (wanted: number) => values.filter((value) => value === wanted).length;
  expect([values.length, count(4), count(9), count(5), count(7)]).toEqual([140, 40, 20, 60, 20]);
});
