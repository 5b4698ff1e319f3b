import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnalyticsStore } from '../../../platform/analytics-store.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createTestIngestion, present, readStoredContents } from '../testing/ingest-fixture.ts';

const stores = useTestStores();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let organization = 30_000;

interface Sent {
  readonly device: string;
  /** Milliseconds before now. */
  readonly ago: number;
  readonly value: number;
}

const readingOf = ({ device, ago, value }: Sent) => ({
  device,
  metric: device.startsWith('AIR') ? 'co2' : 'affluenceIn',
  at: new Date(present - ago).toISOString(),
  value,
  interval: device.startsWith('AIR') ? 0 : 300,
});

/** Creates a sender of one organization that can restart the ingestion, and records queries to the readings store. */
function sender() {
  organization += 1;
  const asked: string[] = [];
  const analytics: AnalyticsStore = {
    ...stores.analytics,
    query: (statement, options) => {
      asked.push(statement.sql);
      return stores.analytics.query(statement, options);
    },
  };
  let { ingestion, scope } = createTestIngestion(analytics, organization);
  const ofThis = organization;
  return {
    restart() {
      ({ ingestion, scope } = createTestIngestion(analytics, ofThis));
      asked.length = 0;
    },
    async send(...sent: readonly Sent[]) {
      const result = await ingestion.ingestReadings(scope, null, sent.map(readingOf), present);
      if (!result.ok) throw new Error(result.error.message);
      const { accepted, unchanged, corrected, rejected } = result.value;
      expect(rejected).toEqual([]);
      return [accepted, unchanged, corrected];
    },
    values: async () => (await readStoredContents(stores.analytics, ofThis)).map(({ value }) => value),
    lookUps: () => asked.filter((sql) => sql.includes('GROUP BY')).length,
    contentsAsked: () => asked.filter((sql) => sql.includes('version FROM readings')).length,
  };
}

const devices = ['PAD-1', 'PAD-2', 'PAD-3', 'AIR-1', 'AIR-2'];
const ofEach = (ago: number, value: number) => devices.map((device) => ({ device, ago, value }));

test('new devices of several sites and metrics are looked up together, and only once', async () => {
  const { send, restart, lookUps, contentsAsked } = sender();
  await send(...ofEach(hour, 3), ...ofEach(30 * day, 3));
  restart();
  expect(await send(...ofEach(10 * minute, 4))).toEqual([5, 0, 0]);
  expect(await send(...ofEach(5 * minute, 4), ...ofEach(10 * minute, 4))).toEqual([5, 5, 0]);
  expect([lookUps(), contentsAsked()]).toEqual([1, 0]);
});

test('readings older than the loaded days are looked up when sent', async () => {
  const { send, restart, values, lookUps } = sender();
  await send(...ofEach(30 * day, 3));
  restart();
  const [first] = devices as [string];
  await send({ device: first, ago: 10 * minute, value: 4 });
  const before = lookUps();
  expect(await send({ device: first, ago: 30 * day, value: 3 })).toEqual([0, 1, 0]);
  expect(await send({ device: first, ago: 30 * day, value: 7 })).toEqual([0, 0, 1]);
  expect(await send({ device: first, ago: 30 * day + hour, value: 8 })).toEqual([1, 0, 0]);
  expect(await send({ device: first, ago: 10 * minute, value: 4 })).toEqual([0, 1, 0]);
  expect(lookUps()).toBe(before + 1);
  expect((await values()).slice(0, 3)).toEqual([8, 7, 4]);
});

test('new, unchanged and corrected are classified at any age and after any restart', async () => {
  const one = fc.record({
    device: fc.constantFrom('PAD-1', 'AIR-2'),
    ago: fc.integer({ min: 0, max: 24 }).map((half) => half * 12 * hour),
    value: fc.integer({ min: 1, max: 3 }),
  });
  const requests = fc.array(fc.record({ sent: fc.array(one, { minLength: 1, maxLength: 4 }), isAfter: fc.boolean() }), {
    minLength: 2,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(requests, async (list) => {
      const { send, restart, values } = sender();
      const known = new Map<string, Sent>();
      for (const { sent, isAfter } of list) {
        if (isAfter) restart();
        const expected = [0, 0, 0] as [number, number, number];
        for (const each of sent) {
          const key = `${each.device} ${each.ago}`;
          const before = known.get(key)?.value;
          expected[before === undefined ? 0 : before === each.value ? 1 : 2] += 1;
          known.set(key, each);
        }
        expect(await send(...sent)).toEqual(expected);
      }
      const sum = [...known.values()].reduce((total, { value }) => total + value, 0);
      expect((await values()).reduce((total: number, value) => total + (value as number), 0)).toBe(sum);
    }),
    { numRuns: 25 },
  );
}, 60_000);
