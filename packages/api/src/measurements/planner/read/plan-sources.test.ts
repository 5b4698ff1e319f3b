import { startOfSiteDay } from '@atrium/domain/core';
import { steadyReadings } from '@atrium/testkit/readings';
import { aShop } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { dayMs } from '../../rollups/dirty-days.ts';
import { createRollups } from '../../rollups/rollups.ts';
import { listSiteDays } from '../../rollups/site-days.ts';
import { createQuerier, during, getPairs } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';
import { planSources } from './plan-sources.ts';

const stores = useTestStores();
const hour = 3_600_000;
const day = 20_778;
const sources = (from: number, to: number, dirtyDays: readonly number[]) => {
  const { hours, quarters, readings } = planSources([{ from, to }], [from, to], dirtyDays, 0);
  return { hours: hours !== null, quarters: quarters !== null, readings: readings?.params ?? null };
};

describe('a time with dirty days', () => {
  test.each([1, 12])('uses one source with %i rolled-up hours before a dirty day', (hours) => {
    const [from, to] = [day * dayMs - hours * hour, day * dayMs + 5 * hour];
    expect(sources(from, to, [day])).toEqual({ hours: false, quarters: false, readings: { rFrom0: from, rTo0: to } });
  });

  test('uses two sources with more rolled-up hours, and rollups only without dirty days', () => {
    const [from, to] = [day * dayMs - 13 * hour, day * dayMs + 5 * hour];
    const readings = { rFrom0: day * dayMs, rTo0: to };
    expect(sources(from, to, [day])).toEqual({ hours: true, quarters: false, readings });
    expect(sources(from, to, [])).toEqual({ hours: true, quarters: false, readings: null });
  });

  test('gives the same answer as the readings alone', async () => {
    // The Zurich day begins an hour before the UTC day; the evening before is rolled up.
    const site = aShop(95_001, { timezone: 'Europe/Zurich' });
    const begin = startOfSiteDay(site, '2026-11-20') as number;
    const now = begin + 14 * hour;
    const { organizationId: organization, installationId: installation } = site;
    const logError = (message: string, cause: unknown) => {
      throw new Error(message, { cause });
    };
    const clock = aClock(now);
    const rollups = createRollups({ analytics: stores.analytics, clock, logError, isIngesting: () => false });
    const write = async (readings: ReturnType<typeof steadyReadings>) => {
      const end = await rollups.ledger.writing(
        listSiteDays(readings.map(({ at }) => ({ organization, installation, at }))),
      );
      await store(stores.analytics, site, readings);
      end();
    };
    await write(steadyReadings(21, 'affluenceIn', begin - 30 * hour, begin + 9 * hour, 2));
    await rollups.rollAll(organization, now);
    await write(steadyReadings(21, 'affluenceIn', begin + 9 * hour, now, 3));
    expect(rollups.ledger.dirtyDays(organization, [installation], { from: begin, to: now })).toHaveLength(1);
    const analytics = () => stores.analytics;
    for (const groupBy of [[], [{ type: 'DATE', granularity: 3600 }]]) {
      const raw = { metric: 'affluenceIn', filters: { conditions: [during('2026-11-20/2026-11-21')] }, groupBy };
      const rolled = getPairs(await createQuerier(analytics, [site], now, { ledger: rollups.ledger })(raw));
      expect(rolled).toEqual(getPairs(await createQuerier(analytics, [site], now)(raw)));
    }
  });
});
