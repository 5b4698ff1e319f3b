import { granularity, type LocalDate } from '@atrium/domain/core';
import { Random } from '@atrium/testkit/chance';
import { computeLeaves, World } from '@atrium/testkit/oracle';
import type { TestReading } from '@atrium/testkit/readings';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { during } from '../../testing/ask.ts';
import { building, keepings, kept, later, metric, stand, start } from './testing/registers.ts';

const stores = useTestStores();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test('whatever registers and amounts do, hours match the readings and add up to the days', async () => {
  let compared = 0;
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...keepings),
    async (seed, how) => {
      const random = new Random(seed);
      const site = building(4);
      const registers = site.devices.flatMap(({ id }, index) => awkward(random, id, index % 2 === 0 ? null : 1000));
      const readings = [...registers, ...site.devices.flatMap(({ id }) => drawAmounts(random, id))];
      const ask = await kept(stores.analytics, site, readings, how);
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
        expect(sum(days), said).toBeCloseTo(sum(hours), 4);
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

/** A week of a register that jitters, drops out, is set back, reset, replaced, silent, or read at midnight only. */
function awkward(random: Random, device: number, rollover: number | null): TestReading[] {
  const readings: TestReading[] = [];
  let shown = random.below(900);
  let silentUntil = 0;
  let lowUntil = 0;
  const step = random.chance(0.2) ? day : 5 * minute;
  for (let at = start; at < start + 7 * day; at += step) {
    shown = (shown + random.below(5)) % (rollover ?? 1e6);
    if (random.chance(0.002)) shown = Math.floor(shown * random.next());
    if (random.chance(0.002)) shown += 2000 * random.below(2);
    if (rollover !== null) shown %= rollover;
    if (random.chance(0.001)) silentUntil = at + random.below(40) * hour;
    if (random.chance(0.002)) lowUntil = at + random.pick([5 * minute, hour, 30 * hour]);
    const tremble = random.chance(0.01) ? random.below(60) : 0;
    const value = at < lowUntil ? Math.floor(shown / 50) * random.below(2) : Math.max(0, shown - tremble);
    if (at >= silentUntil) readings.push(stand(at, value, device));
  }
  return readings;
}

/** Amounts of intervals beside the register, for some of the time: with gaps, and overlapping, none beyond an hour. */
function drawAmounts(random: Random, device: number): TestReading[] {
  if (random.chance(0.4)) return [];
  const lengths = random.pick([[900], [3600], [300, 900], [900, 3600], [1500]]);
  const from = start + random.below(4) * day + random.below(24) * hour;
  const readings: TestReading[] = [];
  for (let at = from; at < from + 2 * day; at += 5 * minute) {
    const interval = random.pick(lengths);
    if ((at - from) % (interval * 1000) !== 0 || random.chance(0.05)) continue;
    readings.push({ ...stand(at, random.below(interval / 100), device), interval, descriptors: 'kind=amount' });
  }
  return readings;
}
