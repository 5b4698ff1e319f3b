import { granularity, type LocalDate } from '@atrium/domain/core';
import type { Device, Member, Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import { computeLeaves, World } from '@atrium/testkit/oracle';
import type { TestReading } from '@atrium/testkit/readings';
import { anAirSensor } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { during } from '../../testing/ask.ts';
import { building, keepings, kept, later, metric, stand, start } from './testing/registers.ts';

const stores = useTestStores();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test('a virtual meter counts what its members do, while all of them are known, and nothing twice', async () => {
  let known = 0;
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...keepings),
    async (seed, how) => {
      const random = new Random(seed);
      const plain = building(4);
      const site: Topology = { ...plain, devices: drawVirtual(random, plain.devices) };
      const readings = plain.devices.flatMap(({ id }) => drawReadings(random, id));
      const ask = await kept(stores.analytics, site, readings, how);
      const world = new World(site, readings, { sights: [], receipts: [], soldDays: [] }, later);
      for (const asked of [[91], [92], null]) {
        const first = random.below(4);
        const dates = [dateOf(first), dateOf(first + 1 + random.below(2))] as const;
        const filters = asked === null ? [] : [{ criterion: 'DEVICES', values: asked.map(String) }];
        const width = random.pick([granularity.hour, granularity.day]);
        const question = { filters: { conditions: [during(dates.join('/')), ...filters] } };
        const found = await ask('', width, question).catch((error: Error) => {
          // Only readings can locate gaps.
          if (how === 'rollups only' && error.message.includes('single readings')) return null;
          throw error;
        });
        if (found === null) continue;
        known += found.filter(([value]) => typeof value === 'number').length;
        expect(found, `${seed} ${how} ${asked} ${dates}`).toEqual(expected(world, asked, dates, width));
      }
    },
  );
  await fc.assert(runs, { numRuns: 6, endOnFailure: true });
  expect(known).toBeGreaterThan(100);
}, 120_000);

const dateOf = (days: number) => new Date(start + days * day).toISOString().slice(0, 10) as LocalDate;

/** A virtual meter in the zone and one installed nowhere, with members that change; some meters are installed nowhere. */
function drawVirtual(random: Random, meters: readonly Device[]): Device[] {
  const virtual = (id: number): Device => {
    const change = random.chance(0.5) ? start + random.below(4 * 24) * hour + random.pick([0, 7 * minute]) : null;
    const members = meters.flatMap((meter, index): Member[] => {
      const member = { deviceId: meter.id, factor: random.pick([1, 1, -1, 0.5, -2]), validFrom: null, validTo: null };
      if (index > 0 && random.chance(0.3)) return [];
      if (change === null || random.chance(0.4)) return [member];
      if (random.chance(0.3)) return [{ ...member, validTo: change }];
      if (random.chance(0.5)) return [{ ...member, validFrom: change }];
      return [
        { ...member, validTo: change },
        { ...member, factor: random.pick([1, -1]), validFrom: change },
      ];
    });
    const meter = { metric, descriptors: {}, rollover: null };
    return anAirSensor(id, 1, { kind: 'meter', meter, members });
  };
  const placed = meters.map((meter) => (random.chance(0.3) ? { ...meter, placements: [] } : meter));
  return [...placed, virtual(91), { ...virtual(92), placements: random.chance(0.5) ? [] : virtual(92).placements }];
}

/** Five days of a register that is reset, silent or ends, or of amounts that lack some. */
function drawReadings(random: Random, device: number): TestReading[] {
  const readings: TestReading[] = [];
  let shown = random.below(900);
  let silentUntil = start + random.below(2) * random.below(30) * hour;
  const end = start + (random.chance(0.3) ? random.below(5 * 24) * hour + 20 * minute : 5 * day);
  const isAmount = random.chance(0.3);
  for (let at = start; at < end; at += 5 * minute) {
    shown += random.below(5);
    if (random.chance(0.002)) shown = 0;
    if (random.chance(0.003)) silentUntil = at + random.below(20) * hour;
    if (at < silentUntil || random.chance(0.02)) continue;
    const amount = { interval: 300, descriptors: 'kind=amount', value: random.below(5) };
    readings.push({ ...stand(at, shown, device), ...(isAmount && amount) });
  }
  return readings;
}

/** The points as the oracle computes them. */
function expected(
  world: World,
  devices: readonly number[] | null,
  dates: readonly [LocalDate, LocalDate],
  width: 3600 | 86_400,
) {
  const leaves = computeLeaves(world, {
    metric,
    complementary: null,
    folds: { [metric]: 'SUM' },
    shared: [],
    periods: [dates],
    weekdays: null,
    hours: null,
    part: { zones: [1], passages: null, devices, whole: true },
    wanted: {},
    groups: [{ type: 'DATE', width, period: null }],
    base: { [metric]: width },
    sort: null,
    limit: null,
  });
  return leaves.map(({ value, state, partial }) => [
    value === null ? state : Number(value.toPrecision(9)),
    state === 'known' && partial,
  ]);
}
