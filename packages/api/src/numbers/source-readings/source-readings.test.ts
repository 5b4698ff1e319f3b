import type { Instant, ZoneId } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import type { Topology } from '@atrium/domain/sites';
import { steadyReadings } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aShop, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, plainFacts, scopeOf, zones } from '../testing/ask.ts';
import { store } from '../testing/store.ts';
import { createSourceReadings } from './source-readings.ts';

const stores = useTestStores();
const at = (text: string) => Date.parse(`${text}+01:00`);
const now = at('2026-02-20T00:00');
const day = during('2026-02-14/2026-02-15');

/** A shop (1) with a room (2): two street doors, one inner door, an air sensor in the room. */
const shop = (organization: number) =>
  aSite(organization, {
    zones: [aZone(1), aZone(2, { parentIds: [1 as ZoneId] })],
    passages: [aDoor(11, null, 1), aDoor(12, null, 1), aDoor(13, 1, 2)],
    devices: [aPad(21, 11), aPad(22, 12), aPad(23, 13), anAirSensor(24, 2)],
  });

async function behind(site: Topology, raw: RawQuery, { most = 100, scope = scopeOf(site.organizationId) } = {}) {
  const query = parseQuery(raw);
  if (!query.ok) throw new Error(query.error.message);
  const find = createSourceReadings({
    analytics: stores.analytics,
    sites: { topologies: async () => [site] },
    ...plainFacts,
    clock: aClock(now as Instant),
  });
  return find(scope, query.value, most);
}

test('the sources of a number add up to it, without inner doors for the whole', async () => {
  const site = shop(6101);
  await store(stores.analytics, site, [
    { device: 21, metric: 'affluenceIn', at: at('2026-02-14T10:00'), value: 9 },
    { device: 21, metric: 'affluenceIn', at: at('2026-02-14T10:05'), value: 2 },
    { device: 22, metric: 'affluenceIn', at: at('2026-02-14T10:00'), value: 5 },
    { device: 23, metric: 'affluenceIn', at: at('2026-02-14T10:00'), value: 100 },
    { device: 21, metric: 'affluenceIn', at: at('2026-02-15T10:00'), value: 1000 },
  ]);
  const raw = { metric: 'affluenceIn', filters: { conditions: [day, zones(1)] } };
  const found = await behind(site, raw, { most: 2 });
  if (!found.ok) throw new Error(found.error.message);
  expect(found.value.sources).toMatchObject([
    { deviceId: 21, device: 'Pad 21', passage: 'Passage 11', metric: 'affluenceIn', readings: 2, sum: 11 },
    { deviceId: 22, device: 'Pad 22', passage: 'Passage 12', metric: 'affluenceIn', readings: 1, sum: 5 },
  ]);
  expect(getPairs(await createQuerier(() => stores.analytics, [site], now)(raw))).toEqual([['all', 16]]);
  expect(found.value.count).toBe(3);
  expect(found.value.readings).toMatchObject([
    { device: 21, at: at('2026-02-14T10:05'), value: 2, interval: 300 },
    { device: 21, at: at('2026-02-14T10:00'), value: 9 },
  ]);
});

test('a moved counter counts only while installed here, and only within the queried hours', async () => {
  const moved = at('2026-02-14T12:00');
  const site = {
    ...shop(6102),
    devices: [
      aPad(21, 11, {
        placements: [
          { at: { passageId: 11 as never }, validFrom: null, validTo: moved },
          { at: { passageId: 13 as never }, validFrom: moved, validTo: null },
        ],
      }),
    ],
  };
  await store(stores.analytics, site, [
    { device: 21, metric: 'affluenceIn', at: at('2026-02-14T09:00'), value: 4 },
    { device: 21, metric: 'affluenceIn', at: at('2026-02-14T11:00'), value: 7 },
    { device: 21, metric: 'affluenceIn', at: at('2026-02-14T13:00'), value: 30 },
  ]);
  const conditions = [day, zones(1)];
  const whole = await behind(site, { metric: 'affluenceIn', filters: { conditions } });
  expect(whole).toMatchObject({ ok: true, value: { count: 2, sources: [{ readings: 2, sum: 11 }] } });
  const late = await behind(site, {
    metric: 'affluenceIn',
    filters: { conditions },
    hours: { from: '10:00', to: '20:00' },
  });
  expect(late).toMatchObject({ ok: true, value: { count: 1, sources: [{ sum: 7 }] } });
});

test('readings that begin after now are not sources yet', async () => {
  const site = shop(6107);
  await store(stores.analytics, site, [
    { device: 21, metric: 'affluenceIn', at: now - 300_000, value: 4 },
    { device: 21, metric: 'affluenceIn', at: now, value: 7 },
    { device: 21, metric: 'affluenceIn', at: now + 3_000_000, value: 30 },
  ]);
  const raw = { metric: 'affluenceIn', filters: { conditions: [during('2026-02-19/2026-02-21'), zones(1)] } };
  expect(await behind(site, raw)).toMatchObject({ ok: true, value: { count: 2, sources: [{ sum: 11 }, {}] } });
  expect(getPairs(await createQuerier(() => stores.analytics, [site], now)(raw))).toEqual([['all', 11]]);
});

test('exits are marked as subtracted, and both sides of a ratio are separate', async () => {
  const site = shop(6103);
  await store(stores.analytics, site, [
    { device: 21, metric: 'affluenceIn', at: at('2026-02-14T10:00'), value: 9 },
    { device: 21, metric: 'affluenceOut', at: at('2026-02-14T10:00'), value: 3 },
  ]);
  const inside = await behind(site, { metric: 'inside', filters: { conditions: [day, zones(1)] } });
  if (!inside.ok) throw new Error(inside.error.message);
  expect(
    inside.value.sources.filter(({ deviceId }) => deviceId === 21).map(({ metric, subtracts }) => [metric, subtracts]),
  ).toEqual([
    ['affluenceIn', false],
    ['affluenceOut', true],
  ]);
  const occupancy = await behind(site, { metric: 'abandonRate', filters: { conditions: [day, zones(1)] } });
  if (!occupancy.ok) throw new Error(occupancy.error.message);
  expect(new Set(occupancy.value.sources.map(({ part }) => part))).toEqual(new Set([0, 1]));
});

test('a reading overlapped by finer ones is shown as sent, with its counted part', async () => {
  const site = shop(6108);
  await store(stores.analytics, site, [
    { device: 21, metric: 'affluenceIn', at: at('2026-02-14T10:00'), value: 30, sent: 60, interval: 3600 },
    { device: 21, metric: 'affluenceIn', at: at('2026-02-14T10:30'), value: 12, interval: 1800 },
    { device: 21, metric: 'dwell', at: at('2026-02-14T10:00'), value: 90, weight: 2, sent: 8, interval: 3600 },
  ]);
  const visits = await behind(site, { metric: 'affluenceIn', filters: { conditions: [day, zones(1)] } });
  expect(visits).toMatchObject({
    ok: true,
    value: {
      sources: [{ readings: 2, sum: 42, overlapped: 1 }, { overlapped: 0 }],
      readings: [
        { value: 12, counted: null },
        { value: 60, counted: 30 },
      ],
    },
  });
  const stays = await behind(site, { metric: 'dwell', filters: { conditions: [day, zones(1)] } });
  expect(stays).toMatchObject({ ok: true, value: { readings: [{ value: 90, counted: 2 }] } });
});

test('the sources of a virtual meter are its members while it is made of them', async () => {
  const own = { kind: 'meter', meter: { metric: 'electricityConsumption', descriptors: {}, rollover: null } } as const;
  const noon = at('2026-02-14T12:00');
  const member = (id: number, factor: number, validTo: Instant | null) => ({
    ...{ deviceId: id as never, factor, validFrom: null, validTo },
  });
  const elsewhere = (id: number) => anAirSensor(id, 1, { ...own, placements: [] });
  const rest = anAirSensor(83, 1, { ...own, members: [member(81, 1, null), member(82, -1, noon)] });
  const site = aSite(6110, { zones: [aZone(1)], devices: [elsewhere(81), elsewhere(82), rest] });
  const times = ['2026-02-14T08:00', '2026-02-14T11:00', '2026-02-14T14:00'].map(at);
  await store(
    stores.analytics,
    site,
    [81, 82].flatMap((device) =>
      times.map((time, place) => ({ device, metric: own.meter.metric, at: time, value: 10 * place, interval: 0 })),
    ),
  );
  const found = await behind(site, { metric: own.meter.metric, filters: { conditions: [day, zones(1)] } });
  if (!found.ok) throw new Error(found.error.message);
  expect(found.value.sources.map(({ deviceId, readings, subtracts }) => [deviceId, readings, subtracts])).toEqual([
    [81, 3, false],
    [82, 2, true],
  ]);
  expect(found.value.count).toBe(5);
});

test('each meter shows its falls, resets and gaps; a wrap is normal', async () => {
  const meter = (id: number) =>
    anAirSensor(id, 1, {
      kind: 'meter',
      meter: { metric: 'electricityConsumption', descriptors: {}, rollover: id === 82 ? 1000 : null },
    });
  const site = aSite(6109, { zones: [aZone(1)], devices: [meter(81), meter(82), meter(83)] });
  const stands = { 81: [500, 510, 505, 520, 519.9], 82: [990, 998, 6, 14], 83: [700, 710, 3, 9] };
  await store(
    stores.analytics,
    site,
    Object.entries(stands).flatMap(([device, values]) =>
      values.map((value, index) => ({
        device: Number(device),
        metric: 'electricityConsumption',
        // The third meter misses two samples before its last.
        at: at('2026-02-14T10:00') + (device === '83' && index === 3 ? 5 : index) * 300_000,
        value,
        interval: 0,
      })),
    ),
  );
  const found = await behind(site, { metric: 'electricityConsumption', filters: { conditions: [day, zones(1)] } });
  if (!found.ok) throw new Error(found.error.message);
  expect(
    found.value.sources.map(({ deviceId, stepsBack, resets, gaps }) => [deviceId, { stepsBack, resets, gaps }]),
  ).toEqual([
    [81, { stepsBack: 2, resets: 0, gaps: 0 }],
    [82, { stepsBack: 0, resets: 0, gaps: 0 }],
    [83, { stepsBack: 0, resets: 1, gaps: 1 }],
  ]);
});

test('a site outside the viewer’s scope has no sources', async () => {
  const site = shop(6104);
  await store(stores.analytics, site, [{ device: 24, metric: 'co2', at: at('2026-02-14T10:00'), value: 612 }]);
  const raw = { metric: 'co2', filters: { conditions: [day, zones(2)] } };
  expect(await behind(site, raw)).toMatchObject({ ok: true, value: { count: 1, sources: [{ passage: null }] } });
  expect(await behind(site, raw, { scope: scopeOf(6105) })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  expect(await behind(site, raw, { scope: scopeOf(6104, [99]) })).toMatchObject({
    ok: false,
    error: { code: 'NOT_FOUND' },
  });
});

test('the parts of a rate cover the quarter-hours in which both sides are complete', async () => {
  const site = aShop(6190, { timezone: 'UTC' });
  const [from, hour] = [Date.parse('2026-02-14T00:00Z'), 3_600_000];
  await store(stores.analytics, site, [
    ...steadyReadings(21, 'affluenceIn', from, from + 10 * hour, 1),
    ...steadyReadings(21, 'affluenceIn', from + 11 * hour, from + 24 * hour, 3),
    ...steadyReadings(22, 'affluenceIn', from, from + 20.5 * hour, 4),
    ...steadyReadings(22, 'affluenceIn', from + 21 * hour, from + 24 * hour, 4),
  ]);
  const raw = { metric: 'captureRate', filters: { conditions: [day, zones(1)] } };
  const found = await behind(site, raw);
  if (!found.ok) throw new Error(found.error.message);
  const sumOf = (part: number) =>
    found.value.sources.filter((one) => one.part === part).reduce((sum, one) => sum + (one.sum ?? 0), 0);
  expect([sumOf(0), sumOf(1)]).toEqual([12 * (10 + 12.5 * 3), 12 * 22.5 * 4]);
  const [[, rate] = []] = getPairs(await createQuerier(() => stores.analytics, [site], now)(raw)) as [string, number][];
  expect(rate).toBeCloseTo((100 * sumOf(0)) / sumOf(1), 9);
});
