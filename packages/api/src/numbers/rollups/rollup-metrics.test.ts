import { aClock } from '@atrium/testkit/time';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { dayMs } from './dirty-days.ts';
import { measureRollups } from './rollup-metrics.ts';
import { createRollups } from './rollups.ts';

const stores = useTestStores();
const organization = 81_000;

test('past days are counted until they are rolled up', async () => {
  const clock = aClock('2026-03-10T12:00:00Z');
  const rollups = createRollups({
    analytics: stores.analytics,
    clock,
    logError: (message, error) => {
      throw new Error(message, { cause: error });
    },
    isIngesting: () => false,
  });
  const registry = new Registry();
  measureRollups(rollups, registry);
  const told = async () => /^atrium_rollup_days_waiting (\d+)$/m.exec(await registry.metrics())?.[1];
  expect(await told()).toBe('0');
  const today = Math.floor(clock.time / dayMs);
  const end = await rollups.ledger.writing(
    [today - 2, today].map((day) => ({ organization, installation: 1, day }) as never),
  );
  end();
  expect(await told()).toBe('1');
  clock.time += dayMs;
  expect(await told()).toBe('2');
  await rollups.rollAll(organization, clock.time);
  expect(await told()).toBe('0');
});
