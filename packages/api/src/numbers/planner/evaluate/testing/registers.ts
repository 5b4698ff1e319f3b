import type { RawQuery } from '@atrium/domain/numbers';
import type { TestReading } from '@atrium/testkit/readings';
import { anAirSensor, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect } from 'vitest';
import type { AnalyticsStore } from '../../../../platform/analytics-store.ts';
import type { DirtyDays } from '../../../rollups/dirty-days.ts';
import { createRollups } from '../../../rollups/rollups.ts';
import { listSiteDays } from '../../../rollups/site-days.ts';
import { createQuerier, during } from '../../../testing/ask.ts';
import { store } from '../../../testing/store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
export const start = Date.parse('2026-05-04T00:00:00Z');
export const later = Date.parse('2026-06-20T00:00:00Z');
export const metric = 'electricityConsumption';
let organization = 83_000;

/** Meters that sample every five minutes; the odd ones wrap at 1 000. */
export const building = (meters: number) =>
  aSite(organization++, {
    timezone: 'UTC',
    zones: [aZone(1)],
    devices: Array.from({ length: meters }, (_, index) =>
      anAirSensor(81 + index, 1, {
        kind: 'meter',
        meter: { metric, descriptors: {}, rollover: index % 2 === 0 ? null : 1000 },
      }),
    ),
  });

export const stand = (at: number, value: number, device = 81): TestReading => ({
  device,
  metric,
  at,
  value,
  interval: 0,
});

/** Storage variants: readings only, also rolled up, or rolled up with the first two days' readings deleted. */
export const keepings = ['readings', 'rollups', 'rollups only'] as const;

/** Stores readings of a site and returns a function that asks for its consumption. */
export async function kept(
  analytics: AnalyticsStore,
  site: ReturnType<typeof building>,
  readings: readonly TestReading[],
  how: (typeof keepings)[number],
) {
  let ledger: DirtyDays | undefined;
  if (how === 'readings') await store(analytics, site, readings);
  else {
    const { organizationId, installationId } = site;
    const retentions = how === 'rollups' ? [] : [{ organizationId, days: (later - start) / day - 2 }];
    const rollups = createRollups({
      analytics,
      clock: aClock(later),
      logError: (message, error) => {
        throw new Error(message, { cause: error });
      },
      isIngesting: () => false,
      retentions: async () => retentions,
    });
    const days = readings.map(({ at }) => ({ organization: organizationId, installation: installationId, at }));
    const end = await rollups.ledger.writing(listSiteDays(days));
    await store(analytics, site, readings);
    end();
    await rollups.rollAll(organizationId, later);
    if (how === 'rollups only') expect(await rollups.forgetDue()).toEqual([organizationId]);
    ledger = rollups.ledger;
  }
  const ask = createQuerier(() => analytics, [site], later, ledger === undefined ? {} : { ledger });
  return async (dates: string, granularity: number, more: Partial<RawQuery> = {}) => {
    const question = { metric, filters: { conditions: [during(dates)] }, groupBy: [{ type: 'DATE', granularity }] };
    const answer = await ask({ ...question, ...more } as RawQuery);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value.data.map(({ value, state, partial }) => [
      typeof value === 'number' ? Number(value.toPrecision(9)) : state,
      partial === true,
    ]);
  };
}
