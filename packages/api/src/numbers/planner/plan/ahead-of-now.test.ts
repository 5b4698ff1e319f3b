import { steadyReadings, type TestReading } from '@atrium/testkit/readings';
import { anAirSensor, aPad, aShop } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const minute = 60_000;
const start = Date.parse('2026-05-04T00:00:00Z');
const now = start + 600 * minute;
let organization = 88_000;

/**
 * Stores a shop with an air sensor and a meter; each device also sent one reading that begins some minutes after ten.
 */
async function shopAhead(minutes: number) {
  const meter = { metric: 'waterConsumption', descriptors: {}, rollover: null };
  const site = aShop(organization++, {
    devices: [
      aPad(21, 11),
      anAirSensor(61, 1),
      anAirSensor(71, 1, { kind: 'meter', meter }),
      anAirSensor(31, 1, { kind: 'camera' }),
    ],
  });
  const at = now + minutes * minute;
  const instants = (device: number, metric: string, value: number): TestReading[] =>
    [now - 10 * minute, now - 5 * minute].map((when) => ({ device, metric, at: when, value, interval: 0 }));
  await store(stores.analytics, site, [
    ...steadyReadings(21, 'affluenceIn', start, now, 1),
    { device: 21, metric: 'affluenceIn', at, value: 1000 },
    ...instants(61, 'co2', 400),
    { device: 61, metric: 'co2', at, value: 9000, interval: 0 },
    ...instants(71, 'waterConsumption', 50),
    { device: 71, metric: 'waterConsumption', at, value: 70, interval: 0 },
    ...['a', 'b'].map((visitor) => ({ device: 31, metric: 'uniqueVisitors', at: now - 5 * minute, value: 1, visitor })),
    { device: 31, metric: 'uniqueVisitors', at, value: 1, visitor: 'c' },
  ]);
  const today = { filters: { conditions: [during('2026-05-04/2026-05-05')] } };
  return async (metric: string, when: number, more = {}) =>
    getPairs(await createQuerier(() => stores.analytics, [site], when)({ metric, ...today, ...more })).map(
      (pair) => (pair as unknown[])[1],
    );
}

const byHour = { groupBy: [{ type: 'DATE', granularity: 3600 }] };

test.each([
  ['affluenceIn', 120, 1120],
  ['co2', 400, 3266.666],
  ['waterConsumption', 0, 20],
  ['uniqueVisitors', 2, 3],
])('%s that begins in fifty minutes counts in fifty minutes', async (metric, before, after) => {
  const ask = await shopAhead(50);
  const near = (value: number) => expect.closeTo(value, 0);
  expect(await ask(metric, now)).toEqual([near(before)]);
  expect(await ask(metric, now + 49 * minute)).toEqual([near(before)]);
  expect(await ask(metric, now + 51 * minute)).toEqual([near(after)]);
});

test('nobody is inside before they came', async () => {
  const ask = await shopAhead(50);
  expect(await ask('inside', now, { aggregation: 'LAST' })).toEqual([120]);
  expect(await ask('inside', now, { aggregation: 'MAX' })).toEqual([120]);
});

test('the hours to come are missing, and an hour begins when it begins', async () => {
  const ask = await shopAhead(0);
  // The hour begins exactly now: it has begun, but none of it is past.
  expect((await ask('affluenceIn', now, byHour)).slice(9, 12)).toEqual([12, 1000, 'missing']);
  expect((await ask('affluenceIn', now - 1, byHour)).slice(9, 12)).toEqual([12, 'missing', 'missing']);
  expect(await ask('affluenceIn', now - 1)).toEqual([120]);
});

test('a future day is unknown', async () => {
  const ask = await shopAhead(50);
  const tomorrow = { filters: { conditions: [during('2026-05-05/2026-05-06')] } };
  expect(await ask('affluenceIn', now, tomorrow)).toEqual(['missing']);
  const late = { filters: { conditions: [during('2026-05-04T10:30:00Z/2026-05-04T12:00:00Z')] } };
  expect(await ask('affluenceIn', now, late)).toEqual(['missing']);
});
