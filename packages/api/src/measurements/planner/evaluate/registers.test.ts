import { granularity, type LocalDate } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/measurements';
import { Random } from '@atrium/testkit/chance';
import { computeLeaves, World } from '@atrium/testkit/oracle';
import type { TestReading } from '@atrium/testkit/readings';
import { anAirSensor, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import type { DirtyDays } from '../../rollups/dirty-days.ts';
import { createRollups } from '../../rollups/rollups.ts';
import { listSiteDays } from '../../rollups/site-days.ts';
import { createQuerier, during } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.parse('2026-05-04T00:00:00Z');
const later = Date.parse('2026-06-20T00:00:00Z');
const metric = 'electricityConsumption';
let organization = 83_000;

/** Meters that sample every five minutes; the odd ones wrap at 1 000. */
const building = (meters: number) =>
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

const stand = (at: number, value: number, device = 81): TestReading => ({ device, metric, at, value, interval: 0 });

/** Storage variants: readings only, also rolled up, or rolled up with the first two days' readings deleted. */
const keepings = ['readings', 'rollups', 'rollups only'] as const;

async function kept(
  site: ReturnType<typeof building>,
  readings: readonly TestReading[],
  how: (typeof keepings)[number],
) {
  let ledger: DirtyDays | undefined;
  if (how === 'readings') await store(stores.analytics, site, readings);
  else {
    const { organizationId, installationId } = site;
    const retentions = how === 'rollups' ? [] : [{ organizationId, days: (later - start) / day - 2 }];
    const rollups = createRollups({
      analytics: stores.analytics,
      clock: aClock(later),
      logError: (message, error) => {
        throw new Error(message, { cause: error });
      },
      isIngesting: () => false,
      retentions: async () => retentions,
    });
    const days = readings.map(({ at }) => ({ organization: organizationId, installation: installationId, at }));
    const end = await rollups.ledger.writing(listSiteDays(days));
    await store(stores.analytics, site, readings);
    end();
    await rollups.rollAll(organizationId, later);
    if (how === 'rollups only') expect(await rollups.forgetDue()).toEqual([organizationId]);
    ledger = rollups.ledger;
  }
  const ask = createQuerier(() => stores.analytics, [site], later, ledger === undefined ? {} : { ledger });
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

/** Register at 50 000 at midnight that counts 0.1 every five minutes, with deviations by `shown`. */
function register(days: number, shown: (stand: number, at: number) => number): TestReading[] {
  return Array.from({ length: days * 288 + 1 }, (_, index) => {
    const at = start + index * 5 * minute;
    return stand(at, Math.round(shown(50_000 + index / 10, at) * 10) / 10);
  });
}

describe.each(keepings)('from %s', (how) => {
  test('a register that trembles counts neither itself nor its trembling', async () => {
    const trembling = register(3, (value, at) => (at === start + 90 * minute ? value - 0.4 : value));
    const ask = await kept(building(1), trembling, how);
    expect((await ask('2026-05-04/2026-05-05', 3600)).slice(0, 3)).toEqual([
      [1.1, false],
      [1.2, true],
      [1.2, false],
    ]);
    expect(await ask('2026-05-04/2026-05-07', 86_400)).toEqual([
      [28.7, true],
      [28.8, false],
      [28.8, false],
    ]);
  });

  test('of a register that stepped back only what exceeds its highest value counts', async () => {
    // 3 kWh back at 01:30, caught up by 03:55.
    const ask = await kept(
      building(1),
      register(3, (value, at) => (at >= start + 90 * minute ? value - 3 : value)),
      how,
    );
    expect((await ask('2026-05-04/2026-05-05', 3600)).slice(0, 6)).toEqual([
      [1.1, false],
      [0.6, true],
      [0, true],
      [0, true],
      [1.2, false],
      [1.2, false],
    ]);
    // The same from any start: it is still below its value from before the queried hours.
    expect((await ask('2026-05-04T03:00:00Z/2026-05-04T06:00:00Z', 3600)).map(([value]) => value)).toEqual([
      0, 1.2, 1.2,
    ]);
  });

  test('a register that is still below a day later starts anew from there', async () => {
    const replaced = register(3, (value, at) => (at >= start + 92 * minute ? value - 20_000 : value));
    const ask = await kept(building(1), replaced, how);
    const second = await ask('2026-05-05/2026-05-06', 3600);
    // The first sample the day after 01:35 is the one of 01:35.
    expect(second.slice(0, 4)).toEqual([
      [0, true],
      [0.4, true],
      [1.2, false],
      [1.2, false],
    ]);
    expect(await ask('2026-05-04/2026-05-07', 86_400)).toEqual([
      [1.8, true],
      [26.8, true],
      [28.8, false],
    ]);
    expect((await ask('2026-05-05T01:00:00Z/2026-05-05T03:00:00Z', 3600)).map(([value]) => value)).toEqual([0.4, 1.2]);
  });

  test('a register read once a day that stepped back starts anew with the next day', async () => {
    const daily = [100, 120, 70, 90, 95].map((value, index) => stand(start + index * day, value));
    const ask = await kept(building(1), daily, how);
    expect((await ask('2026-05-04/2026-05-09', 86_400)).map(([value]) => value)).toEqual(['missing', 20, 0, 0, 5]);
    expect((await ask('2026-05-07/2026-05-09', 86_400)).map(([value]) => value)).toEqual([0, 5]);
  });

  test('a reset counts from 0, a wrap goes on', async () => {
    const fallen = [90, 95, 8, 12].map((value, index) => stand(start + index * 5 * minute, value));
    const wrapped = [990, 995, 8, 12].map((value, index) => stand(start + index * 5 * minute, value, 82));
    const ask = await kept(building(2), [...fallen, ...wrapped], how);
    expect((await ask('2026-05-04/2026-05-05', 3600))[0]).toEqual([5 + 8 + 4 + 5 + 13 + 4, true]);
  });
});

test('whatever registers do, hours match the samples and add up to the days', async () => {
  let compared = 0;
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...keepings),
    async (seed, how) => {
      const random = new Random(seed);
      const site = building(4);
      const readings = site.devices.flatMap(({ id }, index) => awkward(random, id, index % 2 === 0 ? null : 1000));
      const ask = await kept(site, readings, how);
      const world = new World(site, readings, { sights: [], receipts: [], soldDays: [] }, later);
      for (const device of site.devices.map(({ id }) => id as number)) {
        const first = random.below(6);
        const dates = [dateOf(first), dateOf(first + 1 + random.below(3))] as const;
        const more = { filters: { conditions: [during(dates.join('/')), devices(device)] } };
        const [hours, days] = await Promise.all([ask('', 3600, more), ask('', 86_400, more)]).catch((error: Error) => {
          // Only readings can locate gaps.
          if (how === 'rollups only' && error.message.includes('single readings')) return [null, null];
          throw error;
        });
        if (hours === null || days === null) continue;
        compared += 1;
        const said = `${how} ${device} ${dates}`;
        expect(hours, said).toEqual(expected(world, device, dates));
        const sum = (list: readonly unknown[][]) =>
          list.reduce((total, [value]) => total + (typeof value === 'number' ? value : 0), 0);
        expect(sum(days), said).toBe(sum(hours));
      }
    },
  );
  await fc.assert(runs, { numRuns: 15, endOnFailure: true });
  expect(compared).toBeGreaterThan(45);
}, 300_000);

const dateOf = (days: number) => new Date(start + days * day).toISOString().slice(0, 10) as LocalDate;

/** The hours as the oracle computes them. */
function expected(world: World, device: number, dates: readonly [LocalDate, LocalDate]) {
  const leaves = computeLeaves(world, {
    metric,
    complementary: null,
    folds: { [metric]: 'SUM' },
    shared: [],
    periods: [dates],
    weekdays: null,
    hours: null,
    part: { zones: [1], passages: null, devices: [device], whole: true },
    wanted: {},
    groups: [{ type: 'DATE', width: granularity.hour, period: null }],
    base: { [metric]: granularity.hour },
    sort: null,
    limit: null,
  });
  return leaves.map(({ value, state, partial }) => [
    value === null ? state : Number(value.toPrecision(9)),
    state === 'known' && partial,
  ]);
}

const devices = (...ids: number[]) => ({ criterion: 'DEVICES', values: ids.map(String) });

/** A week of a register that jitters, is set back, reset, replaced and silent. */
function awkward(random: Random, device: number, rollover: number | null): TestReading[] {
  const readings: TestReading[] = [];
  let shown = random.below(900);
  let silentUntil = 0;
  for (let at = start; at < start + 7 * day; at += 5 * minute) {
    shown = (shown + random.below(5)) % (rollover ?? 1e6);
    if (random.chance(0.002)) shown = Math.floor(shown * random.next());
    if (random.chance(0.002)) shown += 2000 * random.below(2);
    if (rollover !== null) shown %= rollover;
    if (random.chance(0.001)) silentUntil = at + random.below(40) * hour;
    const tremble = random.chance(0.01) ? random.below(60) : 0;
    if (at >= silentUntil) readings.push(stand(at, Math.max(0, shown - tremble), device));
  }
  return readings;
}
