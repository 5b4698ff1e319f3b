import { aPad, aPassage, aSite, aZone, ends } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { dayMs } from '../../rollups/dirty-days.ts';
import { createRollups } from '../../rollups/rollups.ts';
import { listSiteDays } from '../../rollups/site-days.ts';
import { store } from '../../testing/store.ts';
import { createDescriptorCatalog, uncachedDescriptorCatalog } from './descriptors.ts';

const stores = useTestStores();
const first = 20_600;
const now = (first + 90) * dayMs;

function world(organization: number, installation = 1) {
  const site = aSite(organization, {
    installationId: installation as never,
    zones: [aZone(1)],
    passages: [aPassage(1, [ends(null, 1)])],
    devices: [aPad(7, 1), aPad(8, 1)],
  });
  const asked: string[] = [];
  const query: typeof stores.analytics.query = (statement, options) => {
    asked.push(statement.sql.includes('rollup_heard') ? 'rollups' : 'readings');
    return stores.analytics.query(statement, options);
  };
  const logError = (message: string, cause: unknown) => {
    throw new Error(message, { cause });
  };
  const clock = aClock(now);
  const { ledger, rollAll } = createRollups({ analytics: stores.analytics, clock, logError, isIngesting: () => false });
  const told = createDescriptorCatalog(ledger);
  const want = {
    installations: new Set([installation]),
    devices: new Set([7, 8]),
    metrics: new Set(['affluenceIn', 'affluenceOut']),
  };
  const wordsOf = (rows: readonly { device: number; metric: string; keys: string }[]) =>
    [...new Set(rows.map(({ device, metric, keys }) => `${device} ${metric} ${keys}`))].sort();
  return {
    /** Returns the reported descriptors, and the tables read since the last call. */
    async told() {
      const words = wordsOf(await told.read({ ...stores.analytics, query }, site.organizationId, want));
      return [words, asked.splice(0).sort()];
    },
    /** Returns the senders known from rollups, and the tables read since the last call. */
    async senders() {
      const sites = await told.sendersOf({ ...stores.analytics, query }, site.organizationId, [installation]);
      const pairs = [...(sites.get(installation) ?? [])].flatMap(([metric, devices]) =>
        [...devices].map((device) => `${device} ${metric}`),
      );
      return [pairs.sort(), asked.splice(0)];
    },
    /** Simulates an aborted query. */
    async inVain() {
      const inVain = () => Promise.reject(new Error('in vain'));
      await expect(told.read({ ...stores.analytics, query: inVain }, site.organizationId, want)).rejects.toThrow(
        'in vain',
      );
    },
    plainly: async () => wordsOf(await uncachedDescriptorCatalog.read(stores.analytics, site.organizationId, want)),
    async write(day: number, device: number, descriptors: string, metric = 'affluenceIn') {
      const reading = { device, metric, at: day * dayMs, value: 1, descriptors };
      const end = await ledger.writing(
        listSiteDays([{ organization: site.organizationId, installation: site.installationId, at: reading.at }]),
      );
      await store(stores.analytics, site, [reading]);
      end();
    },
    rollUp: () => rollAll(site.organizationId, now),
  };
}

test('rollups are read once until they gain days, dirty days every time', async () => {
  const { write, rollUp, told, plainly } = world(2100);
  await write(first, 7, 'gender=female');
  await write(first, 8, '');
  await rollUp();
  const known = ['7 affluenceIn gender', '8 affluenceIn '];
  expect(await told()).toEqual([known, ['rollups']]);
  expect(await told()).toEqual([known, []]);

  await write(first + 1, 8, 'ageCategory=adult;gender=male');
  const more = [...known, '8 affluenceIn ageCategory;gender'];
  expect(await told()).toEqual([more, ['readings']]);
  await rollUp();
  expect(await told()).toEqual([more, ['rollups']]);
  expect(await told()).toEqual([more, []]);

  // A day with known activity is written to again.
  await write(first, 7, 'engagement=engaged', 'affluenceOut');
  const most = [...more, '7 affluenceOut engagement'].sort();
  expect(await told()).toEqual([most, ['readings']]);
  expect(await plainly()).toEqual(most);
});

test('organizations and sites with the same ids stay separate', async () => {
  const [one, other, beside] = [world(2101), world(2102), world(2101, 2)];
  await one.write(first, 7, 'gender=female');
  await beside.write(first, 7, 'ageCategory=adult');
  expect(await other.told()).toEqual([[], ['rollups']]);
  await one.rollUp();
  expect((await one.told())[0]).toEqual(['7 affluenceIn gender']);
  expect(await other.plainly()).toEqual([]);
});

test('senders are cached until more days are rolled up', async () => {
  const { write, rollUp, senders, told } = world(2103);
  expect(await senders()).toEqual([[], ['rollups']]);
  await write(first, 7, 'gender=female');
  await write(first, 8, '', 'co2');
  await rollUp();
  expect(await senders()).toEqual([['7 affluenceIn', '8 co2'], ['rollups']]);
  await write(first + 1, 8, '', 'affluenceOut');
  expect(await senders()).toEqual([['7 affluenceIn', '8 co2'], []]);
  expect((await told())[0]).toContain('8 affluenceOut ');
  await rollUp();
  expect((await senders())[0]).toEqual(['7 affluenceIn', '8 affluenceOut', '8 co2']);
});

test('a failure of both reads is one failure, without an unhandled rejection', async () => {
  const { write, inVain } = world(9);
  await write(first, 7, '');
  await inVain();
});
