import type { TestReading } from '@atrium/testkit/readings';
import { anAirSensor, aPad, aShop } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { describe, expect, test } from 'vitest';
import type { AnalyticsStore } from '../../../platform/analytics-store.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createRollups } from '../../rollups/rollups.ts';
import { listSiteDays } from '../../rollups/site-days.ts';
import { createQuerier, during, parseValidQuery, plainFacts, scopeOf } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';
import { createAnswerQueries } from '../answer-queries.ts';

const stores = useTestStores();
const start = Date.parse('2026-05-04T00:00:00Z');
const minute = 60_000;
const later = Date.parse('2026-06-20T00:00:00Z');
let organization = 87_000;

/** Builds a day of readings of one length, 12 people an hour. */
const dayOf = (length: number, day = 0, device = 21): TestReading[] =>
  Array.from({ length: 1440 / length }, (_, index) => ({
    device,
    metric: 'affluenceIn',
    at: start + day * 1440 * minute + index * length * minute,
    value: length / 5,
    interval: length * 60,
  }));

/** Stores a shop whose door declares an interval; returns it with the dirty days, rolled up or not. */
async function storedShop(declared: number, readings: readonly TestReading[], isRolled: boolean) {
  const site = aShop(organization++, { devices: [aPad(21, 11, { interval: declared })] });
  const place = { organization: site.organizationId, installation: site.installationId };
  const rollups = createRollups({
    analytics: stores.analytics,
    clock: aClock(later),
    logError: (message, error) => {
      throw new Error(message, { cause: error });
    },
    isIngesting: () => false,
  });
  const end = await rollups.ledger.writing(listSiteDays(readings.map(({ at }) => ({ ...place, at }))));
  await store(stores.analytics, site, readings);
  end();
  if (isRolled) await rollups.rollAll(site.organizationId, later);
  return { site, ledger: rollups.ledger };
}

/** Returns how the shop answers. */
async function shopOf(declared: number, readings: readonly TestReading[], isRolled: boolean) {
  const { site, ledger } = await storedShop(declared, readings, isRolled);
  const ask = createQuerier(() => stores.analytics, [site], later, { ledger });
  return async (dates: string, granularity: number) => {
    const answer = await ask({
      metric: 'affluenceIn',
      filters: { conditions: [during(dates)] },
      groupBy: [{ type: 'DATE', granularity }],
    });
    if (!answer.ok) throw new Error(answer.error.message);
    return {
      granularity: answer.value.granularity,
      values: [...new Set(answer.value.data.map(({ value, state }) => state ?? value))],
      points: answer.value.data.length,
    };
  };
}

describe.each([false, true])('buckets finer than the readings (from rollups: %s)', (isRolled) => {
  test.each([
    [
      'hourly readings of a five-minute device by half-hours',
      300,
      60,
      1800,
      { granularity: 3600, values: [12], points: 24 },
    ],
    ['by hours', 300, 60, 3600, { granularity: 3600, values: [12], points: 24 }],
    ['quarters of a five-minute device by minutes', 300, 15, 60, { granularity: 900, values: [3], points: 96 }],
    [
      'five-minute readings of an hourly device by quarters',
      3600,
      5,
      900,
      { granularity: 900, values: [3], points: 96 },
    ],
    ['readings of a day by hours', 300, 1440, 3600, { granularity: 86_400, values: [288], points: 1 }],
  ])('are as wide as the readings: %s', async (_, declared, length, granularity, expected) => {
    const ask = await shopOf(declared, dayOf(length), isRolled);
    expect(await ask('2026-05-04/2026-05-05', granularity)).toEqual(expected);
  });

  test('only readings of the asked days matter', async () => {
    const ask = await shopOf(300, [...dayOf(60), ...dayOf(5, 1)], isRolled);
    expect(await ask('2026-05-04/2026-05-05', 1800)).toMatchObject({ granularity: 3600, values: [12] });
    expect(await ask('2026-05-05/2026-05-06', 1800)).toMatchObject({ granularity: 1800, values: [6] });
    expect(await ask('2026-05-04/2026-05-06', 1800)).toMatchObject({ granularity: 3600, values: [12] });
  });

  test('a day without readings is cut as its devices declare', async () => {
    const ask = await shopOf(900, dayOf(5), isRolled);
    expect(await ask('2026-05-05/2026-05-06', 300)).toMatchObject({ granularity: 900, values: ['missing'] });
  });
});

test.each([
  ['an hourly meter', { kind: 'meter', meter: { metric: 'heatConsumption', descriptors: {}, rollover: null } }],
  ['an hourly sensor of temperature', { kind: 'atmosphere' }],
] as const)('%s beside an air sensor does not coarsen its CO2', async (_, beside) => {
  const hourly = anAirSensor(32, 1, { ...beside, interval: 3600 });
  const site = aShop(organization++, { devices: [anAirSensor(31, 1, { interval: 900 }), hourly] });
  const air = [1500, 1520].map((value, index) => ({ at: start + index * 15 * minute, value }));
  await store(stores.analytics, site, [
    ...air.map((one) => ({ device: 31, metric: 'co2', interval: 0, ...one })),
    {
      device: 32,
      metric: beside.kind === 'meter' ? 'heatConsumption' : 'temperature',
      at: start,
      interval: 0,
      value: 20,
    },
  ]);
  const ask = createQuerier(() => stores.analytics, [site], start + 30 * minute);
  const groupBy = [{ type: 'DATE', granularity: 900 }];
  const answer = await ask({ metric: 'co2', filters: { conditions: [during('2026-05-04/2026-05-05')] }, groupBy });
  if (!answer.ok) throw new Error(answer.error.message);
  expect(answer.value.granularity).toBe(900);
  expect(answer.value.data.slice(0, 2).map(({ value }) => value)).toEqual([1500, 1520]);
});

test('lengths of a rolled-up day are cached after a query about a neighbouring day', async () => {
  const { site, ledger } = await storedShop(300, [...dayOf(60), ...dayOf(60, 1)], true);
  const asked: string[] = [];
  const { query, columns } = stores.analytics;
  const analytics: AnalyticsStore = {
    ...stores.analytics,
    query: (statement, options) => {
      asked.push(statement.sql);
      return query(statement, options);
    },
    columns: (statement, options) => {
      asked.push(statement.sql);
      return columns(statement, options);
    },
  };
  const answerQueries = createAnswerQueries({
    analytics,
    sites: { topologies: async () => [site] },
    ...plainFacts,
    ledger,
    clock: aClock(later),
  });
  const granularityOn = async (dates: string) => {
    const groupBy = [{ type: 'DATE', granularity: 1800 }];
    const raw = { metric: 'affluenceIn', filters: { conditions: [during(dates)] }, groupBy };
    const [answer] = await answerQueries(scopeOf(site.organizationId), [parseValidQuery(raw)]);
    return answer?.ok && answer.value.granularity;
  };
  expect(await granularityOn('2026-05-04/2026-05-05')).toBe(3600);
  asked.length = 0;
  expect(await granularityOn('2026-05-05/2026-05-06')).toBe(3600);
  expect(asked.filter((sql) => sql.includes('rollup_heard'))).toEqual([]);
  expect(asked).toHaveLength(1);
});
