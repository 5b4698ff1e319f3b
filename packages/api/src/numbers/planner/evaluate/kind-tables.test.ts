import type { TestReading } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, zones } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const analytics = () => stores.analytics;
const utc = (text: string) => Date.parse(`${text}Z`);
const later = utc('2027-01-01T00:00');
const start = utc('2026-05-04T00:00');
const hour = 3_600_000;
let organization = 1700;

/** A hall (1) of 50 m² with a queue (2) of 8 m; a door, two cameras, an air sensor in each, a meter. */
const hall = (overrides = {}) =>
  aSite(organization++, {
    timezone: 'UTC',
    zones: [
      aZone(1, { area: 50, limit: 10 }),
      aZone(2, { parentIds: [1 as never], queueLength: 8, area: 10 }),
      aZone(3, { parentIds: [1 as never] }),
    ],
    passages: [aDoor(11, null, 1), aDoor(12, 1, 2)],
    devices: [
      aPad(21, 11),
      aPad(22, 12),
      anAirSensor(31, 2, { kind: 'camera' }),
      anAirSensor(32, 3, { kind: 'camera' }),
      anAirSensor(61, 1),
      anAirSensor(62, 2),
      anAirSensor(71, 1, {
        kind: 'meter',
        interval: 900,
        meter: { metric: 'combustibleConsumption', descriptors: { combustibleType: 'gas' }, rollover: 1000 },
      }),
    ],
    ...overrides,
  });

const day = during('2026-05-04/2026-05-05');
const total = { filters: { conditions: [day] } };
const byHour = { ...total, groupBy: [{ type: 'DATE', granularity: 3600 }] };
const of = (...ids: number[]) => ({ filters: { conditions: [day, zones(...ids)] } });

async function hallWith(readings: readonly TestReading[], now = later) {
  const site = hall();
  await store(analytics(), site, readings);
  const ask = createQuerier(analytics, [site], now);
  const values = async (raw: Parameters<typeof ask>[0]) =>
    getPairs(await ask(raw)).map((pair) => (pair as [string, unknown])[1]);
  return { ask, values };
}

function at(minutes: number): number {
  return start + minutes * 60_000;
}

describe('durations and counts that sensors make themselves', () => {
  test('a mean dwell weighs each reading by its visits, over time and over zones, and is nothing without visits', async () => {
    const { values } = await hallWith([
      { device: 31, metric: 'dwell', at: at(0), value: 100, weight: 1 },
      { device: 31, metric: 'dwell', at: at(60), value: 400, weight: 3 },
      { device: 32, metric: 'dwell', at: at(0), value: 10, weight: 6 },
      { device: 31, metric: 'queueAffluenceIn', at: at(120), value: 4 },
    ]);
    expect(await values({ metric: 'dwell', ...total })).toEqual([(100 + 1200 + 60) / 10]);
    expect(await values({ metric: 'dwell', ...of(2) })).toEqual([325]);
    expect((await values({ metric: 'dwell', ...byHour })).slice(0, 3)).toEqual([160 / 7, 400, 'missing']);
    expect(await values({ metric: 'dwell', aggregation: 'MAX', granularity: 3600, ...total })).toEqual([400]);
  });

  test('a total and its split are alternatives of a duration too', async () => {
    const { values, ask } = await hallWith([
      { device: 31, metric: 'waitingTime', at: at(0), value: 50, weight: 4 },
      { device: 31, metric: 'waitingTime', at: at(0), value: 80, weight: 1, descriptors: 'gender=female' },
      { device: 31, metric: 'waitingTime', at: at(0), value: 40, weight: 3, descriptors: 'gender=male' },
    ]);
    expect(await values({ metric: 'waitingTime', ...total })).toEqual([50]);
    const split = await ask({ metric: 'waitingTime', ...total, groupBy: [{ type: 'GENDER' }] });
    expect(getPairs(split)).toEqual([
      ['female', 80],
      ['male', 40],
    ]);
  });

  test('queues: entries, those who gave up, their share; groups and their size', async () => {
    const { values } = await hallWith([
      { device: 31, metric: 'queueAffluenceIn', at: at(0), value: 8 },
      { device: 31, metric: 'queueAbandon', at: at(0), value: 2 },
      { device: 21, metric: 'affluenceIn', at: at(0), value: 9 },
      { device: 21, metric: 'numberOfGroups', at: at(0), value: 4 },
    ]);
    expect(await values({ metric: 'queueAffluenceIn', ...total })).toEqual([8]);
    expect(await values({ metric: 'abandonRate', ...of(2) })).toEqual([25]);
    expect(await values({ metric: 'numberOfGroups', ...total })).toEqual([4]);
    expect(await values({ metric: 'groupSize', ...total })).toEqual([2.25]);
    expect(await values({ metric: 'queueAbandon', ...of(3) })).toEqual(['missing']);
  });

  test('female proportion and popularity', async () => {
    const { values } = await hallWith([
      { device: 21, metric: 'affluenceIn', at: at(0), value: 6, descriptors: 'gender=female' },
      { device: 21, metric: 'affluenceIn', at: at(0), value: 2, descriptors: 'gender=male' },
      { device: 21, metric: 'affluenceIn', at: at(0), value: 12, descriptors: 'gender=unknown' },
      { device: 22, metric: 'affluenceIn', at: at(0), value: 5 },
    ]);
    expect(await values({ metric: 'femaleProportion', ...total })).toEqual([75]);
    expect(await values({ metric: 'popularity', ...of(2) })).toEqual([25]);
    expect(await values({ metric: 'popularity', ...of(1) })).toEqual([100]);
  });

  test('entries while the limit is reached are refusals', async () => {
    const { values } = await hallWith([
      { device: 21, metric: 'affluenceIn', at: at(0), value: 10 },
      { device: 21, metric: 'affluenceIn', at: at(5), value: 3 },
      { device: 21, metric: 'affluenceOut', at: at(10), value: 4 },
      { device: 21, metric: 'affluenceIn', at: at(15), value: 2 },
      { device: 21, metric: 'affluenceIn', at: at(70), value: 7 },
    ]);
    expect((await values({ metric: 'refusals', ...byHour })).slice(0, 2)).toEqual([3, 7]);
    expect(await values({ metric: 'refusals', ...total })).toEqual([10]);
    expect(await values({ metric: 'refusals', ...of(2) })).toEqual(['missing']);
  });
});

describe('levels and densities', () => {
  test('a reported level holds until the next one, adds up over zones, and ends with silence', async () => {
    const { values } = await hallWith([
      ...Array.from({ length: 12 }, (_, index) => ({
        device: 31,
        metric: 'queueLength',
        at: at(5 * index),
        value: index < 6 ? 4 : 8,
      })),
      ...Array.from({ length: 6 }, (_, index) => ({ device: 32, metric: 'queueLength', at: at(5 * index), value: 2 })),
    ]);
    expect((await values({ metric: 'queueLength', ...byHour })).slice(0, 2)).toEqual([7, 'missing']);
    expect((await values({ metric: 'linearDensity', ...byHour, ...of(2), groupBy: byHour.groupBy }))[0]).toBe(0.75);
    expect(await values({ metric: 'queueLength', aggregation: 'MAX', ...of(1) })).toEqual([8]);
  });

  test('rooms are occupied for a share of the time their sensors reported', async () => {
    const { values } = await hallWith([
      ...Array.from({ length: 12 }, (_, index) => ({
        device: 31,
        metric: 'binaryOccupancy',
        at: at(5 * index),
        value: index < 3 ? 1 : 0,
      })),
      ...Array.from({ length: 6 }, (_, index) => ({
        device: 32,
        metric: 'binaryOccupancy',
        at: at(5 * index),
        value: 1,
      })),
    ]);
    expect((await values({ metric: 'binaryOccupancy', ...byHour }))[0]).toBe((45 / 90) * 100);
    // Both rooms report at first, then one. The share never exceeds 100 % of those that report.
    const [most, least] = await Promise.all(
      ['MAX', 'MIN'].map((aggregation) => values({ metric: 'binaryOccupancy', aggregation, ...byHour })),
    );
    expect([most?.[0], least?.[0]]).toEqual([100, 0]);
  });

  test('density is people per area over time, its inverse nothing while nobody is there', async () => {
    const { values } = await hallWith([
      { device: 21, metric: 'affluenceIn', at: at(0), value: 5 },
      ...Array.from({ length: 35 }, (_, index) => ({
        device: 21,
        metric: 'affluenceOut',
        at: at(5 + 5 * index),
        value: 0,
      })),
      { device: 21, metric: 'affluenceIn', at: at(30), value: 10 },
      { device: 21, metric: 'affluenceOut', at: at(60), value: 15 },
    ]);
    expect((await values({ metric: 'density', ...byHour })).slice(0, 2)).toEqual([0.2, 0]);
    expect((await values({ metric: 'densityMax', ...byHour }))[0]).toBe(0.3);
    expect((await values({ metric: 'reverseDensity', ...byHour })).slice(0, 2)).toEqual([5, 'missing']);
    expect((await values({ metric: 'reverseDensity', aggregation: 'MIN', ...byHour }))[0]).toBeCloseTo(50 / 15);
    // Empty moments have no density; they do not hide the others.
    expect(await values({ metric: 'reverseDensity', aggregation: 'MAX', ...total })).toEqual([10]);
    expect(await values({ metric: 'reverseDensity', aggregation: 'FIRST', ...total })).toEqual([10]);
    expect(await values({ metric: 'reverseDensity', aggregation: 'LAST', ...total })).toEqual([
      expect.closeTo(50 / 15),
    ]);
  });
});

test('a finished day whose doors all reported ends at 0; the present day and a day with holes stay', async () => {
  const whole = Array.from({ length: 288 }, (_, index) => ({
    device: 21,
    metric: 'affluenceOut',
    at: at(5 * index),
    value: 0,
  }));
  const counts = [
    ...whole,
    { device: 21, metric: 'affluenceIn', at: at(60), value: 8 },
    { device: 21, metric: 'affluenceIn', at: at(120), value: 12 },
    { device: 21, metric: 'affluenceOut', at: at(180), value: 15 },
  ];
  const { values } = await hallWith(counts);
  expect(await values({ metric: 'affluenceInCorrected', ...total })).toEqual([15]);
  expect((await values({ metric: 'affluenceInCorrected', ...byHour })).slice(0, 4)).toEqual([0, 6, 9, 0]);
  expect(await values({ metric: 'affluenceOutCorrected', ...total })).toEqual([15]);
  expect((await values({ metric: 'insideCorrected', ...byHour })).slice(0, 5)).toEqual([0, 6, 15, 0, 0]);
  const today = await hallWith(counts, start + 23.99 * hour);
  expect(await today.values({ metric: 'affluenceInCorrected', ...total })).toEqual([20]);
  const holed = await hallWith(counts.filter((one) => one.at < at(600) || one.at > at(700)));
  expect(await holed.values({ metric: 'affluenceInCorrected', ...total })).toEqual([20]);
  expect((await holed.values({ metric: 'insideCorrected', ...byHour })).slice(0, 4)).toEqual([0, 8, 20, 5]);
});

describe('scores and status', () => {
  test('a score is the band of the mean, the worst of the devices; comfort the worst of what is measured', async () => {
    const { values } = await hallWith([
      { device: 61, metric: 'co2', at: at(0), value: 500, interval: 0 },
      { device: 61, metric: 'co2', at: at(5), value: 1100, interval: 0 },
      { device: 62, metric: 'co2', at: at(0), value: 1000, interval: 0 },
      { device: 62, metric: 'temperature', at: at(0), value: 22, interval: 0 },
    ]);
    expect(await values({ metric: 'co2Score', ...total })).toEqual([2]);
    expect(await values({ metric: 'temperatureScore', ...total })).toEqual([5]);
    expect(await values({ metric: 'comfortScore', ...total })).toEqual([2]);
    expect(await values({ metric: 'humidityScore', ...total })).toEqual(['missing']);
  });

  test('of several devices the worst status counts', async () => {
    const { values } = await hallWith([
      { device: 21, metric: 'deviceStatus', at: at(0), value: 0, interval: 0 },
      { device: 21, metric: 'deviceStatus', at: at(5), value: 1, interval: 0 },
      { device: 22, metric: 'deviceStatus', at: at(5), value: 0, interval: 0 },
    ]);
    expect(await values({ metric: 'deviceStatus', ...total })).toEqual([1]);
    expect(
      await values({
        metric: 'deviceStatus',
        aggregation: 'LAST',
        target: 'DEVICE',
        ...total,
        groupBy: [{ type: 'DEVICE' }],
      }),
    ).toEqual([1, 0, 'missing', 'missing', 'missing', 'missing', 'missing']);
  });
});

test("a device's status still holds where it is moved to", async () => {
  const moved = at(62);
  const atDoor = (passageId: number, validFrom: number | null, validTo: number | null) => ({
    at: { passageId: passageId as never },
    validFrom,
    validTo,
  });
  const site = hall({ devices: [aPad(21, 11, { placements: [atDoor(11, null, moved), atDoor(12, moved, null)] })] });
  const codes = Array.from({ length: 24 }, (_, index) => ({ at: at(5 * index), value: index < 13 ? 1 : 0 }));
  await store(
    analytics(),
    site,
    codes.map((code) => ({ device: 21, metric: 'deviceStatus', interval: 0, ...code })),
  );
  const ask = createQuerier(analytics, [site], later);
  const filters = { conditions: [during('2026-05-04T01:00:00Z/2026-05-04T01:10:00Z'), zones(2)] };
  // From 01:02 to 01:05 it still counts as lost, then as operational.
  expect(getPairs(await ask({ metric: 'deviceStatus', aggregation: 'PERCENTAGE', filters }))).toEqual([
    ['isOperationnal', 62.5],
    ['internetLost', 37.5],
    ['padsDisconnect', 0],
  ]);
});

describe('meters', () => {
  const stand = (minutes: number, value: number): TestReading => ({
    device: 71,
    metric: 'combustibleConsumption',
    at: at(minutes),
    value,
    interval: 0,
  });

  test('consumption lies between samples; a wrap goes on, a reset begins at 0, a gap makes it partial', async () => {
    const site = hall();
    await store(analytics(), site, [
      stand(-15, 980),
      stand(0, 990),
      stand(15, 5),
      stand(30, 25),
      stand(75, 400),
      stand(90, 4),
    ]);
    const ask = createQuerier(analytics, [site], later);
    const answer = await ask({ metric: 'combustibleConsumption', ...byHour });
    if (!answer.ok) throw new Error(answer.error.message);
    expect(answer.value.data.slice(0, 3).map(({ value, partial }) => [value, partial === true])).toEqual([
      // A wrap of 15, 20 more, and two thirds of 375 over a gap from 00:30 to 01:15.
      [285, true],
      // The rest of it, then a reset.
      [129, true],
      [null, false],
    ]);
    expect(getPairs(await ask({ metric: 'combustibleConsumption', ...total }))).toEqual([['all', 414]]);
  });

  test('equivalents, areas and running totals', async () => {
    const { values } = await hallWith([stand(-15, 0), stand(0, 10), stand(15, 20), stand(75, 50), stand(1455, 60)]);
    // 40 until 01:15, then 10 in 23 hours, of which the last quarter-hour is the next day's.
    const day = 40 + (10 * 1365) / 1380;
    const near = (value: number) => expect.closeTo(value, 9);
    expect(await values({ metric: 'combustibleConsumption', ...total })).toEqual([near(day)]);
    expect(await values({ metric: 'combustibleConsumptionPerSqm', ...total })).toEqual([near(day / 50)]);
    expect(await values({ metric: 'combustibleConsumptionEnergyEquivalent', ...total })).toEqual([
      near(day * 10.3 * 3.6),
    ]);
    expect(await values({ metric: 'combustibleConsumptionPerSqmCo2Equivalent', ...total })).toEqual([
      near((day / 50) * 10.3 * 0.202),
    ]);
    expect((await values({ metric: 'combustibleConsumptionOnDay', ...byHour })).slice(0, 3)).toEqual([
      32.5,
      near(40 + (10 * 45) / 1380),
      near(40 + (10 * 105) / 1380),
    ]);
    const twoDays = { filters: { conditions: [during('2026-05-04/2026-05-06')] } };
    expect(await values({ metric: 'combustibleConsumptionOnDay', ...twoDays })).toEqual([near(50 - day)]);
    expect(await values({ metric: 'combustibleConsumptionOnInterval', ...twoDays })).toEqual([near(50)]);
  });

  test('a fuel nobody named has no equivalent', async () => {
    const site = hall({ devices: [anAirSensor(71, 1, { kind: 'meter' })] });
    await store(analytics(), site, [stand(0, 1), stand(5, 2)]);
    const ask = createQuerier(analytics, [site], later);
    expect(getPairs(await ask({ metric: 'combustibleConsumption', ...total }))).toEqual([['all', 1]]);
    expect(getPairs(await ask({ metric: 'combustibleConsumptionCo2Equivalent', ...total }))).toEqual([
      ['all', 'missing'],
    ]);
  });
});

describe('unique visitors', () => {
  const sighting = (device: number, minutes: number, visitor: string): TestReading => ({
    device,
    metric: 'uniqueVisitors',
    at: at(minutes),
    value: 1,
    visitor,
  });

  test('a visitor seen twice, at two doors or on two days, counts once', async () => {
    const { values } = await hallWith([
      sighting(31, 0, 'a'),
      sighting(31, 5, 'a'),
      sighting(32, 10, 'a'),
      sighting(32, 70, 'b'),
      sighting(31, 1500, 'a'),
    ]);
    expect(await values({ metric: 'uniqueVisitors', ...total })).toEqual([2]);
    expect((await values({ metric: 'uniqueVisitors', ...byHour })).slice(0, 2)).toEqual([1, 1]);
    expect(await values({ metric: 'uniqueVisitors', ...of(2) })).toEqual([1]);
    const week = { filters: { conditions: [during('2026-05-04/2026-05-11')] } };
    expect(await values({ metric: 'uniqueVisitors', ...week })).toEqual([2]);
  });

  test('exact to 10 000, within 2 % beyond', async () => {
    const crowd = (count: number) =>
      Array.from({ length: count }, (_, one) => sighting(31 + (one % 2), one % 600, `v${one}`));
    const some = await hallWith(crowd(10_000));
    expect(await some.values({ metric: 'uniqueVisitors', ...total })).toEqual([10_000]);
    const many = await hallWith(crowd(60_000));
    const [count] = await many.values({ metric: 'uniqueVisitors', ...total });
    expect(Math.abs((count as number) / 60_000 - 1)).toBeLessThan(0.02);
  });
});

test('tags: people inside by the sensors nearest to the asked zone', async () => {
  const { values } = await hallWith([
    { device: 31, metric: 'uwbAffluenceIn', at: at(0), value: 6 },
    { device: 31, metric: 'uwbAffluenceOut', at: at(10), value: 2 },
    { device: 32, metric: 'uwbAffluenceIn', at: at(0), value: 1 },
  ]);
  const span = { filters: { conditions: [during('2026-05-04T00:00:00Z/2026-05-04T00:15:00Z'), zones(1)] } };
  expect(await values({ metric: 'uwbInside', aggregation: 'MAX', ...span })).toEqual([7]);
  expect(await values({ metric: 'uwbAffluenceIn', ...of(2) })).toEqual([6]);
});
