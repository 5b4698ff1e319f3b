import type { TestReading } from '@atrium/testkit/readings';
import { anAirSensor, aPad, aPassage, aSite, aZone, ends } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import { keepOpenDays } from '../../../open-days/index.ts';
import { createRollups, daysOf } from '../../../rollups/index.ts';
import { checked, dataOf, during, plainFacts, scopeOf } from '../../../testing/ask.ts';
import { store } from '../../../testing/store.ts';
import { createAnswerQueries } from '../../answer-queries.ts';

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

test('a page about today that somebody asked for before needs no statement, and shows what came since', async () => {
  let statements = 0;
  const analytics: typeof stores.analytics = {
    ...stores.analytics,
    query: (...args) => {
      statements += 1;
      return stores.analytics.query(...args);
    },
    columns: (...args) => {
      statements += 1;
      return stores.analytics.columns(...args);
    },
  };
  const { ledger } = createRollups({ analytics, clock, logError, isIngesting: () => false });
  const openDays = keepOpenDays({ analytics, ledger, clock });
  const write = async (readings: readonly TestReading[]) => {
    const place = { organization: site.organizationId, installation: site.installationId };
    const rows = readings.map(({ weight = 1, descriptors = '', interval = 0, ...rest }) => ({
      ...place,
      ...rest,
      weight,
      descriptors,
      interval,
    }));
    const end = await ledger.writing(daysOf(rows));
    await store(stores.analytics, site, readings);
    openDays.written(rows);
    end();
  };
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
    const [answer] = await answerQueries(scopeOf(organization), [checked({ metric, aggregation, filters })]);
    return answer === undefined ? [] : dataOf(answer);
  };
  const page = () =>
    Promise.all([ask('affluenceIn', 'SUM'), ask('inside', 'LAST'), ask('co2', 'AVERAGE'), ask('co2', 'P95')]);
  const before = await page();
  statements = 0;
  await write([
    { ...count, metric: 'affluenceIn', at: now - quarter, value: 12 },
    { device: 8, metric: 'co2', at: now - 1, value: 1200, interval: 0 },
  ]);
  expect(await ask('affluenceIn', 'SUM')).toEqual([['all', 130]]);
  expect(await ask('inside', 'LAST')).toEqual([['all', 70]]);
  expect(await page()).not.toEqual(before);
  expect(statements).toBe(0);
});
