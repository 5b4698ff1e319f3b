import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import { createRollups } from '../../../rollups/rollups.ts';
import { listSiteDays } from '../../../rollups/site-days.ts';
import { createQuerier, during, getPairs } from '../../../testing/ask.ts';
import { store } from '../../../testing/store.ts';

const stores = useTestStores();
const hour = 3_600_000;
const day = 24 * hour;

test('days that edges cut have the same counts, whether the engine adds their hours up or the process', async () => {
  const site = aSite(84_100, {
    timezone: 'Europe/Zurich',
    zones: [aZone(1)],
    passages: [aDoor(11, null, 1)],
    devices: [aPad(21, 11, { interval: 3600 })],
  });
  const begin = Date.parse('2025-01-01T00:00:00Z');
  const end = begin + 500 * day;
  // Around the change of day, which lies within the UTC day.
  const readings = Array.from({ length: 500 }, (_, index) =>
    [20, 21, 22, 23].map((of) => ({
      device: 21,
      metric: 'affluenceIn',
      at: begin + index * day + of * hour,
      value: index + of,
      interval: 3600,
    })),
  ).flat();
  const { analytics } = stores;
  const rollups = createRollups({
    analytics,
    clock: aClock(end + day),
    logError: (message, error) => {
      throw new Error(message, { cause: error });
    },
    isIngesting: () => false,
  });
  const { organizationId, installationId } = site;
  const days = readings.map(({ at }) => ({ organization: organizationId, installation: installationId, at }));
  const written = await rollups.ledger.writing(listSiteDays(days));
  await store(analytics, site, readings);
  written();
  await rollups.rollAll(organizationId, end);

  const statements: string[] = [];
  const listening = {
    ...analytics,
    columns: (...asked: Parameters<typeof analytics.columns>) => {
      statements.push(asked[0].sql);
      return analytics.columns(...asked);
    },
  } as typeof analytics;
  const ask = createQuerier(() => listening, [site], end + day, { ledger: rollups.ledger });
  const daily = async (dates: string) =>
    getPairs(
      await ask({
        metric: 'affluenceIn',
        filters: { conditions: [during(dates)] },
        groupBy: [{ type: 'DATE', granularity: 86_400 }],
      }),
    );
  const whole = await daily('2025-01-02/2026-05-01');
  expect(statements.join('\n')).toContain('arraySlice');
  statements.length = 0;
  const halves = [...(await daily('2025-01-02/2025-09-01')), ...(await daily('2025-09-01/2026-05-01'))];
  expect(statements.join('\n')).not.toContain('arraySlice');
  expect(whole).toEqual(halves);
  // 23 o'clock UTC belongs to the next day.
  expect(whole[0]).toEqual(['2025-01-02T00:00:00+01:00', 0 + 23 + 1 + 20 + 1 + 21 + 1 + 22]);
});
