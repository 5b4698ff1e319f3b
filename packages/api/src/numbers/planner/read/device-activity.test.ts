import type { TestReading } from '@atrium/testkit/readings';
import { anAirSensor, aPad, aPassage, aSite, aZone, ends } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { dayMs } from '../../rollups/dirty-days.ts';
import { createRollups } from '../../rollups/rollups.ts';
import { listSiteDays } from '../../rollups/site-days.ts';
import { store } from '../../testing/store.ts';
import { createDeviceActivity } from './device-activity.ts';

const stores = useTestStores();
const quarter = 900_000;
const first = 20_600;
const now = (first + 90) * dayMs;

/** A site with one door counter; both organizations use the same ids. */
const site = (organization: number, installation = 1) =>
  aSite(organization, {
    installationId: installation as never,
    zones: [aZone(1)],
    passages: [aPassage(1, [ends(null, 1)])],
    devices: [aPad(7, 1, { interval: 900 }), anAirSensor(8, 1)],
  });

function world(most?: number) {
  let statements = 0;
  const query: typeof stores.analytics.query = (statement, options) => {
    statements += 1;
    return stores.analytics.query(statement, options);
  };
  const logError = (message: string, cause: unknown) => {
    throw new Error(message, { cause });
  };
  const clock = aClock(now);
  const rollups = createRollups({ analytics: stores.analytics, clock, logError, isIngesting: () => false });
  const deviceActivity = createDeviceActivity(rollups.ledger, most);
  return {
    statements: () => statements,
    /** Creates the caller of a query; each caller is separate by default. */
    owner: () => ({ ...stores.analytics, query }),
    /** Returns the reported hours of a day, counted from its start. */
    async heard(
      organization: number,
      day: number,
      installations = [1],
      owner = { ...stores.analytics, query },
      metrics = ['affluenceIn'],
    ) {
      const want = { installations: new Set(installations), devices: new Set([7]), metrics: new Set(metrics) };
      const days = await deviceActivity.read(owner, organization, want, [day]);
      return days.flatMap((one) => one.devices.get(7)?.covered ?? []).map((run) => run.map((at) => at / 3_600_000));
    },
    async write(organizationId: number, day: number, hours: readonly number[], installationId = 1) {
      const one = site(organizationId, installationId);
      const [organization, installation] = [one.organizationId, one.installationId];
      const readings = hours.flatMap((hour) =>
        Array.from({ length: 4 }, (_, index): TestReading => {
          const at = day * dayMs + hour * 3_600_000 + index * quarter;
          return { device: 7, metric: 'affluenceIn', at, value: 1, interval: 900 };
        }),
      );
      const end = await rollups.ledger.writing(
        listSiteDays(readings.map(({ at }) => ({ organization, installation, at }))),
      );
      await store(stores.analytics, one, readings);
      end();
      await rollups.rollAll(organization, now);
    },
  };
}

test('a day is read once, and so are its neighbours', async () => {
  const { write, heard, statements } = world();
  await write(81_001, first, [3, 4]);
  await write(81_001, first + 1, [5]);
  expect(await heard(81_001, first)).toEqual([[3, 5]]);
  expect(await heard(81_001, first)).toEqual([[3, 5]]);
  expect(await heard(81_001, first + 1)).toEqual([[5, 6]]);
  expect(await heard(81_001, first + 2)).toEqual([]);
  expect(statements()).toBe(1);
});

test('a write updates its day, even an empty one, and leaves its neighbours cached', async () => {
  const { write, heard, statements } = world();
  await write(81_002, first, [3]);
  expect(await heard(81_002, first)).toEqual([[3, 4]]);
  expect(await heard(81_002, first + 1)).toEqual([]);
  await write(81_002, first, [4, 8]);
  await write(81_002, first + 1, [9]);
  const before = statements();
  expect(await heard(81_002, first + 2)).toEqual([]);
  expect(statements()).toBe(before);
  expect(await heard(81_002, first)).toEqual([
    [3, 5],
    [8, 9],
  ]);
  expect(await heard(81_002, first + 1)).toEqual([[9, 10]]);
});

test('sites and organizations that number alike stay apart', async () => {
  const { write, heard } = world();
  await write(81_003, first, [3]);
  await write(81_003, first, [6], 2);
  await write(81_004, first, [9]);
  expect(await heard(81_003, first)).toEqual([[3, 4]]);
  expect(await heard(81_004, first)).toEqual([[9, 10]]);
  expect(await heard(81_003, first, [2])).toEqual([[6, 7]]);
  expect(await heard(81_004, first, [2])).toEqual([]);
});

test('the least recently used entry is evicted', async () => {
  // A block of one site takes 32 × 4 numbers plus what is specific to it.
  const { write, heard, statements } = world(300);
  for (const installation of [1, 2, 3]) await write(81_005, first, [installation], installation);
  for (const installation of [1, 2, 1, 3, 1]) await heard(81_005, first, [installation]);
  expect(statements()).toBe(3);
  expect(await heard(81_005, first, [2])).toEqual([[2, 3]]);
  expect(statements()).toBe(4);
});

test('similar reads of one query in the same turn share a statement, and each gets its own result', async () => {
  const { write, heard, statements, owner } = world();
  for (const installation of [1, 2]) await write(81_006, first, [installation], installation);
  await write(81_006, first + 200, [20]);
  const one = owner();
  const both = await Promise.all([
    heard(81_006, first, [1], one),
    heard(81_006, first, [2], one),
    heard(81_006, first, [1, 2], one),
    heard(81_006, first + 1, [2], one, ['affluenceIn', 'affluenceOut']),
  ]);
  expect(both).toEqual([
    [[1, 2]],
    [[2, 3]],
    [
      [1, 2],
      [2, 3],
    ],
    [],
  ]);
  expect(statements()).toBe(1);
  expect(await heard(81_006, first + 1, [1], one)).toEqual([]);
  expect(statements()).toBe(1);
});

test('dissimilar reads and reads of other queries use separate statements', async () => {
  const { heard, statements, owner } = world();
  const one = owner();
  const far = first + 300 * 32;
  await Promise.all([
    heard(81_007, first, [1, 2, 3, 4, 5, 6], one),
    heard(81_007, far, [1], one, ['affluenceIn', 'affluenceOut', 'inside', 'co2']),
    heard(81_007, first, [1, 2, 3, 4, 5, 6]),
  ]);
  expect(statements()).toBe(3);
});
