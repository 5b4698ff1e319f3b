import type { TestReading } from '@atrium/testkit/readings';
import { anAirSensor, aPad, aPassage, aSite, aZone, ends } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createRecentDays } from '../../recent-readings/recent-days.ts';
import { createRollups } from '../../rollups/rollups.ts';
import { during, getPairs, parseValidQuery, plainFacts, scopeOf } from '../../testing/ask.ts';
import { countQueries, storeAndNotify } from '../../testing/notifying-store.ts';
import { createAnswerQueries } from '../answer-queries.ts';

const stores = useTestStores();
const organization = 94_001;
const now = Date.parse('2026-05-12T14:00:00Z');
const quarter = 900_000;
const site = aSite(organization, {
  zones: [aZone(1)],
  passages: [aPassage(1, [ends(null, 1)])],
  devices: [aPad(7, 1, { interval: 900 }), anAirSensor(8, 1, { interval: 900 })],
});
const clock = { now: () => now };
const logError = (message: string, cause: unknown) => {
  throw new Error(message, { cause });
};

test('a page about today needs no statement the second time, and shows newer readings', async () => {
  const { analytics, asked, forget } = countQueries(stores.analytics);
  const { ledger } = createRollups({ analytics, clock, logError, isIngesting: () => false });
  const openDays = createRecentDays({ analytics, ledger, clock });
  const told = { analytics: stores.analytics, ledger, openDays };
  const write = (readings: readonly TestReading[]) => storeAndNotify(told, site, readings);
  const quarters = Array.from({ length: 60 }, (_, index) => now - (index + 1) * quarter);
  const count = { device: 7, interval: 900 };
  await write(
    quarters.flatMap((at) => [
      { ...count, metric: 'affluenceIn', at, value: 2 },
      { ...count, metric: 'affluenceOut', at, value: 1 },
      { device: 8, metric: 'co2', at, value: 600, interval: 0 },
    ]),
  );
  const answerQueries = createAnswerQueries({
    analytics,
    sites: { topologies: async () => [site] },
    ...plainFacts,
    clock,
    ledger,
    openDays,
  });
  const ask = async (metric: string, aggregation: string) => {
    const filters = { conditions: [during('2026-05-12/2026-05-13')] };
    const [answer] = await answerQueries(scopeOf(organization), [parseValidQuery({ metric, aggregation, filters })]);
    return answer === undefined ? [] : getPairs(answer);
  };
  const page = () =>
    Promise.all([ask('affluenceIn', 'SUM'), ask('inside', 'LAST'), ask('co2', 'AVERAGE'), ask('co2', 'P95')]);
  const before = await page();
  forget();
  await write([
    { ...count, metric: 'affluenceIn', at: now - quarter, value: 12 },
    { device: 8, metric: 'co2', at: now - 1, value: 1200, interval: 0 },
  ]);
  expect(await ask('affluenceIn', 'SUM')).toEqual([['all', 130]]);
  expect(await ask('inside', 'LAST')).toEqual([['all', 70]]);
  expect(await page()).not.toEqual(before);
  expect(asked()).toBe(0);
});
