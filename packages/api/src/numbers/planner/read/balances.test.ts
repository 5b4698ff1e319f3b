import { type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import type { TestReading } from '@atrium/testkit/readings';
import { aDoor, aPad, aSite, aZone, aZoneWithin, ends } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import type { QueryReader } from '../../../platform/analytics-store.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createRollups } from '../../rollups/rollups.ts';
import { listSiteDays } from '../../rollups/site-days.ts';
import { store } from '../../testing/store.ts';
import { createBalancePlanner, listResets } from '../plan/plan-balances.ts';
import { findBalanceSources } from '../plan/sources.ts';
import { toSpan } from '../spans.ts';
import { createRawScanner, createScanners, type Scanner } from './scanner.ts';

import type { StateSource } from './statements/balance-statements.ts';

const stores = useTestStores();
const minute = 60_000;
const hour = 60 * minute;
const now = Date.parse('2026-04-10T12:00:00Z');
let organization = 98_400;

/** The clock is set forward on the 29th. */
const [first, last] = ['2026-03-27', '2026-04-01'] as const satisfies readonly LocalDate[];

const doors = [aDoor(11, null, 1), aDoor(12, 1, 2), aDoor(13, null, 3)];
const createSite = (overrides: Partial<Topology> = {}) =>
  aSite(organization, {
    zones: [aZone(1), aZoneWithin(2, [1]), aZone(3), aZone(4)],
    passages: doors,
    devices: [aPad(21, 11), aPad(22, 12), aPad(23, 13)],
    ...overrides,
  });

/** Crossings at any millisecond, some split by gender beside a total, more in than out at first. */
function drawReadings(random: Random, site: Topology): TestReading[] {
  const [from, to] = [startOfSiteDay(site, first) as number, startOfSiteDay(site, last) as number];
  return Array.from({ length: 600 }, () => {
    const at = from + random.below(to - from);
    const metric = random.chance(0.5) ? 'affluenceIn' : 'affluenceOut';
    const reading = { device: 21 + random.below(3), metric, at, value: random.below(4), interval: 60 };
    return random.chance(0.3) ? { ...reading, descriptors: 'gender=female', value: 1 } : reading;
  });
}

/** A site with rollups of its balances, which counts statements about readings. */
function createWorld(begun: Topology) {
  let site = begun;
  let reads = 0;
  const { organizationId, installationId } = site;
  const rollups = createRollups({
    analytics: stores.analytics,
    clock: aClock(now),
    logError: (message, cause) => {
      throw new Error(message, { cause });
    },
    isIngesting: () => false,
    balances: createBalancePlanner(async () => site),
  });
  const counted = (sql: string) => {
    if (/FROM readings\b/.test(sql)) reads += 1;
  };
  const reader: QueryReader = {
    query: (statement) => {
      counted(statement.sql);
      return stores.analytics.query(statement);
    },
    columns: (statement) => stores.analytics.columns(statement),
  };
  const states = async (scanner: Scanner, areas: readonly (readonly number[])[], cuts: readonly number[] = []) => {
    const [from, to] = [startOfSiteDay(site, first) as number, startOfSiteDay(site, last) as number];
    const resets = listResets(site, { from, to });
    const edges = [...new Set([from, ...resets, ...cuts, to])].sort((one, other) => one - other);
    const sources = areas.flatMap((zoneIds, series) =>
      findBalanceSources(site, zoneIds as never).map(
        ({ deviceId, metric, sign, validity }): StateSource => ({
          series,
          device: deviceId,
          metric,
          sign,
          ...toSpan(validity),
        }),
      ),
    );
    const rows = await scanner.states(installationId, sources, edges, resets, true);
    return [...rows].sort((one, other) => one.series - other.series || one.edge - other.edge);
  };
  return {
    rollups,
    change(overrides: Partial<Topology>): void {
      site = { ...site, ...overrides };
    },
    async write(readings: readonly TestReading[]): Promise<void> {
      const rows = readings.map(({ at }) => ({ organization: organizationId, installation: installationId, at }));
      const end = await rollups.ledger.writing(listSiteDays(rows));
      await store(stores.analytics, site, readings);
      end();
    },
    rollAll: () => rollups.rollAll(organizationId, Number.POSITIVE_INFINITY),
    /** Compares with readings; returns the number of statements that read them for the rollups' answer. */
    async compare(areas: readonly (readonly number[])[], cuts: readonly number[] = []): Promise<number> {
      reads = 0;
      const found = await states(createScanners({ ledger: rollups.ledger })(reader, organizationId), areas, cuts);
      const readsOfRollups = reads;
      expect(found).toEqual(await states(createRawScanner(stores.analytics, organizationId), areas, cuts));
      return readsOfRollups;
    },
  };
}

const openings = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ begin: [day, 8, 15] as const, end: [day, 19, 40] as const }));
const areas = [[1], [2], [3], [1, 3, 4]];

test.each([
  ['at midnight', {}],
  ['at four', { changeOfDay: '04:00' }],
  ['at openings', { openingHours: { ...createSite().openingHours, reset: true, spans: openings } }],
])('balances that reset %s are read from rollups, at any edges', async (_, overrides) => {
  organization += 1;
  const site = createSite(overrides as Partial<Topology>);
  const world = createWorld(site);
  const random = new Random(organization);
  await world.write(drawReadings(random, site));
  await world.rollAll();
  expect(await world.compare(areas)).toBe(0);
  const from = startOfSiteDay(site, first) as number;
  const hours = Array.from({ length: 120 }, (_, index) => from + index * hour);
  expect(await world.compare(areas, hours)).toBe(0);
  const anywhere = Array.from({ length: 40 }, () => from + random.below(4 * 24 * hour));
  expect(await world.compare(areas, anywhere)).toBe(0);
});

test('dirty days and other selections of doors are read from readings', async () => {
  organization += 1;
  const site = createSite();
  const world = createWorld(site);
  await world.write(drawReadings(new Random(7), site));
  await world.rollAll();
  expect(await world.compare([[2, 3]])).toBeGreaterThan(0);
  const at = (startOfSiteDay(site, '2026-03-28') as number) + 5 * hour;
  await world.write([{ device: 21, metric: 'affluenceIn', at, value: 9, interval: 60 }]);
  expect(await world.compare(areas)).toBeGreaterThan(0);
  await world.rollAll();
  expect(await world.compare(areas)).toBe(0);
});

test('a changed door makes the days it touches dirty, and no other', async () => {
  organization += 1;
  const site = createSite();
  const world = createWorld(site);
  await world.write(drawReadings(new Random(8), site));
  await world.rollAll();
  const moved = (startOfSiteDay(site, '2026-03-30') as number) + 10 * hour;
  const passages = [
    aDoor(11, null, 1),
    {
      ...aDoor(12, 1, 2),
      ends: [
        { ...ends(1, 2), validTo: moved },
        { ...ends(3, 2), validFrom: moved },
      ],
    },
    aDoor(13, null, 3),
  ];
  world.change({ passages });
  expect(await world.compare(areas)).toBeGreaterThan(0);
  await world.rollups.markOutdated(site.organizationId);
  const time = { from: startOfSiteDay(site, first) as number, to: now };
  const dirty = world.rollups.ledger.dirtyDays(site.organizationId, [site.installationId], time);
  expect(dirty.map((day) => new Date(day * 24 * hour).toISOString().slice(0, 10))).toEqual([
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
  ]);
  await world.rollAll();
  expect(await world.compare(areas)).toBe(0);
  await world.rollups.markOutdated(site.organizationId);
  expect(world.rollups.ledger.dirtyDays(site.organizationId, [site.installationId], time)).toEqual([]);
});

test('a rollup of former doors does not come back with them once its day was rolled up again', async () => {
  organization += 1;
  const site = createSite();
  const world = createWorld(site);
  await world.write(drawReadings(new Random(9), site));
  await world.rollAll();
  world.change({ passages: doors.slice(0, 2), changeOfDay: '03:00' });
  const at = (startOfSiteDay(site, '2026-03-29') as number) + 5 * hour;
  await world.write([{ device: 21, metric: 'affluenceIn', at, value: 9, interval: 60 }]);
  await world.rollAll();
  world.change({ passages: doors, changeOfDay: '00:00' });
  expect(await world.compare(areas)).toBeGreaterThan(0);
});

test('balances of days whose readings are deleted are still known, unless they begin before and end after', async () => {
  organization += 1;
  const site = createSite({ timezone: 'UTC' });
  const world = createWorld(site);
  await world.write(drawReadings(new Random(10), site));
  await world.rollAll();
  const kept = startOfSiteDay(site, last) as number;
  const scanner = () => createScanners({ ledger: world.rollups.ledger })(stores.analytics, site.organizationId);
  const resets = listResets(site, { from: startOfSiteDay(site, first) as number, to: kept });
  const sources = findBalanceSources(site, [1 as never]).map(
    ({ deviceId, metric, sign, validity }): StateSource => ({
      series: 0,
      device: deviceId,
      metric,
      sign,
      ...toSpan(validity),
    }),
  );
  const read = () => scanner().states(site.installationId, sources, [...resets, kept], resets, true);
  const before = await read();
  world.rollups.ledger.close(site.organizationId, kept);
  expect(await world.rollups.ledger.forget(site.organizationId, kept)).toBe(true);
  expect(await read()).toEqual(before);
  world.change({ passages: doors.slice(1) });
  const others = sources.slice(1);
  const changed = scanner().states(site.installationId, others, [...resets, kept], resets, true);
  await expect(changed).rejects.toThrow('needs readings');
});
