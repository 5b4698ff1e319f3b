import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createBalancePlanner } from '../planner/plan/plan-balances.ts';
import { store } from '../testing/store.ts';
import { markDaysWrittenSince } from './dirty-days.store.ts';
import { createRollups } from './rollups.ts';

const stores = useTestStores();
const noon = Date.UTC(2026, 1, 14, 12);
const dayMs = 86_400_000;

test('days that were rolled up since then are rolled up again, earlier ones are not', async () => {
  const site = aSite(7341, { zones: [aZone(1)], passages: [aDoor(11, null, 1)], devices: [aPad(21, 11)] });
  const clock = aClock(noon + 5 * dayMs);
  const { analytics } = stores;
  const logError = (message: string, error: unknown) => {
    throw new Error(message, { cause: error });
  };
  const { rollAll, ledger } = createRollups({
    analytics,
    clock,
    logError,
    isIngesting: () => false,
    balances: createBalancePlanner(async () => site),
  });
  const write = async (at: number) => {
    const day = { organization: site.organizationId, installation: site.installationId, day: Math.floor(at / dayMs) };
    const end = await ledger.writing([day]);
    await store(analytics, site, [{ device: 21, metric: 'affluenceIn', at, value: 1 }]);
    end();
  };
  await write(noon);
  await rollAll(site.organizationId, clock.now());
  const since = ledger.nextVersion();
  await write(noon + dayMs);
  await rollAll(site.organizationId, clock.now());
  await markDaysWrittenSince(analytics, since);
  const rows = await analytics.query<{ day: number }>({
    sql: `SELECT toFloat64(day) AS day FROM rollup_days FINAL WHERE organization = {organization:UInt32} AND is_dirty = 1`,
    params: { organization: site.organizationId },
  });
  expect(rows).toEqual([{ day: Math.floor((noon + dayMs) / dayMs) }]);
});
