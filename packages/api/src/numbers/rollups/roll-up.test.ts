import { Random } from '@atrium/testkit/chance';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { dayMs } from './dirty-days.ts';
import { rollUpStore } from './roll-up.store.ts';

const stores = useTestStores();
const firstDay = Date.parse('2026-03-28') / dayMs;
const days = 3;

interface Reading {
  readonly metric: string;
  readonly device: number;
  readonly at: number;
  readonly descriptors: string;
  readonly value: number;
  readonly weight: number;
  readonly visitor?: string;
}

/** Counters of which some send alternatives, and a sensor of visits. Whole numbers, so that sums are exact. */
function readingsOf(random: Random): Reading[] {
  const at = () => firstDay * dayMs + random.below(days * 288) * 300_000;
  const several = <One>(count: number, one: () => One[]) => Array.from({ length: count }, one).flat();
  return [
    ...several(300, () => [
      { metric: 'affluenceIn', device: 1, at: at(), descriptors: '', value: random.below(9), weight: 1 },
    ]),
    ...several(200, () => {
      const shared = { metric: 'affluenceIn', device: 2, at: at(), weight: 1 };
      const [women, men] = [random.below(9), random.below(9)];
      const parts = [
        { ...shared, descriptors: 'gender=female', value: women },
        { ...shared, descriptors: 'gender=male', value: men },
      ];
      return random.chance(0.5) ? parts : [...parts, { ...shared, descriptors: '', value: women + men }];
    }),
    ...several(100, () => [
      { metric: 'dwell', device: 3, at: at(), descriptors: '', value: random.below(600), weight: 1 + random.below(5) },
    ]),
  ];
}

/** Keeps the last reading of each identity. */
function latest(readings: readonly Reading[]): Reading[] {
  const byIdentity = new Map(readings.map((one) => [`${one.metric} ${one.device} ${one.at} ${one.descriptors}`, one]));
  return [...byIdentity.values()];
}

type Amount = 'value' | 'weighted' | 'weight';
const amountOf = ({ value, weight }: Reading, amount: Amount) =>
  amount === 'value' ? value : amount === 'weight' ? weight : value * weight;

const countDescriptors = ({ descriptors }: Reading) => descriptors.split(';').filter(Boolean).length;

/** Computes the rows with plain loops. */
function expectedRows(readings: readonly Reading[]) {
  const rows = new Map<string, object>();
  const groups = Map.groupBy(readings, (one) => `${one.metric} ${one.device} ${Math.floor(one.at / dayMs)}`);
  for (const [group, ofDay] of groups) {
    const [metric, device, day] = group.split(' ');
    const isTotal = (reading: Reading) =>
      !ofDay.some((other) => other.at === reading.at && countDescriptors(other) < countDescriptors(reading));
    for (const [descriptors, same] of Map.groupBy(ofDay, (one) => one.descriptors)) {
      const totals = same.filter(isTotal);
      const within = (some: readonly Reading[], width: number) =>
        Array.from({ length: dayMs / width }, (_, index) =>
          some.filter(({ at }) => Math.floor((at % dayMs) / width) === index),
        );
      for (const amount of metric === 'dwell' ? (['weighted', 'weight'] as const) : (['value'] as const)) {
        const sums = (some: readonly Reading[], width: number) =>
          within(some, width).map((part) => part.reduce((sum, reading) => sum + amountOf(reading, amount), 0));
        rows.set(`${metric} ${amount} ${device} ${day} ${descriptors}`, {
          plain: sums(same, dayMs)[0],
          plainHours: sums(same, 3_600_000),
          plainQuarters: sums(same, 900_000),
          total: sums(totals, dayMs)[0],
          totalHours: sums(totals, 3_600_000),
          totalQuarters: sums(totals, 900_000),
          hours: within(same, 3_600_000).map((part) => part.length > 0),
          quarters: within(same, 900_000).map((part) => part.length > 0),
        });
      }
    }
  }
  return rows;
}

const bits = (numbers: readonly number[], count: number) =>
  Array.from({ length: count }, (_, bit) => ((numbers[bit >> 5] as number) >>> (bit & 31)) % 2 === 1);

interface StoredRow {
  readonly key: string;
  readonly hours: number;
  readonly quarters: readonly number[];
}

async function storedRows(organization: number) {
  const rows = await stores.analytics.query<StoredRow>({
    sql: `SELECT concat(metric, ' ', amount, ' ', toString(device), ' ', toString(day), ' ', descriptors) AS key,
      plain, plain_hours AS plainHours, plain_quarters AS plainQuarters,
      total, total_hours AS totalHours, total_quarters AS totalQuarters, hours, quarters
      FROM rollup_day_counts FINAL WHERE organization = {organization:UInt32}`,
    params: { organization },
  });
  return new Map(
    rows.map(({ key, hours, quarters, ...row }) => [
      key,
      { ...row, hours: bits([hours], 24), quarters: bits(quarters, 96) },
    ]),
  );
}

async function write(organization: number, readings: readonly Reading[], version: number) {
  const rows = readings.map((one) => ({
    organization,
    installation: 1,
    visitor: '',
    x: -1,
    y: -1,
    interval: 300,
    ...one,
    version,
  }));
  await stores.analytics.insert('readings', rows);
}

test.each([1, 2])('a rolled-up day has the sums of its readings, also after corrections (case %i)', async (seed) => {
  const random = new Random(seed);
  const organization = 97_000 + seed;
  const store = rollUpStore(stores.analytics);
  const span = { organization, installation: 1, fromDay: firstDay, toDay: firstDay + days };
  const first = latest(readingsOf(random));
  await write(organization, first, 1);
  await store.rollUp(span, 1);
  expect(await storedRows(organization)).toEqual(expectedRows(first));

  const corrections = [...readingsOf(random).slice(0, 40), { ...(first[0] as Reading), value: 99 }];
  await write(organization, latest(corrections), 2);
  await store.rollUp(span, 2);
  expect(await storedRows(organization)).toEqual(expectedRows(latest([...first, ...corrections])));
});

test('a rolled-up day has its samples in order of time', async () => {
  const organization = 97_003;
  const times = [86_399_999, 0, 3_600_000, 900_001];
  const levels = [7, 5, 9, 2];
  const readings = times.map((time, index) => ({
    metric: 'co2',
    device: 4,
    at: firstDay * dayMs + time,
    descriptors: '',
    value: levels[index] as number,
    weight: 1,
  }));
  await write(organization, readings, 1);
  const span = { organization, installation: 1, fromDay: firstDay, toDay: firstDay + 1 };
  await rollUpStore(stores.analytics).rollUp(span, 1);
  const rows = await stores.analytics.query({
    sql: `SELECT day, count, sum, min, max, first, toFloat64(first_at - day * ${dayMs}) AS begun, last,
      toFloat64(last_at - day * ${dayMs}) AS ended, times, levels
      FROM rollup_day_samples FINAL WHERE organization = {organization:UInt32}`,
    params: { organization },
  });
  expect(rows).toEqual([
    {
      day: firstDay,
      count: 4,
      sum: 23,
      min: 2,
      max: 9,
      first: 5,
      begun: 0,
      last: 7,
      ended: 86_399_999,
      times: [0, 900_001, 3_600_000, 86_399_999],
      levels: [5, 2, 9, 7],
    },
  ]);
});

test('a rolled-up day of a register has its samples, and what it climbed and fell between them', async () => {
  const organization = 97_004;
  const samples = [
    [10 * 60_000, 100],
    [40 * 60_000, 104],
    [86_000_000, 90],
    [0, 95],
    [dayMs, 97],
  ] as const;
  const readings = samples.map(([time, value]) => ({
    metric: 'electricityConsumption',
    device: 5,
    at: firstDay * dayMs + time,
    descriptors: 'tariff=low',
    value,
    weight: 1,
  }));
  await write(organization, readings, 1);
  const span = { organization, installation: 1, fromDay: firstDay, toDay: firstDay + 2 };
  await rollUpStore(stores.analytics).rollUp(span, 1);
  const rows = await stores.analytics.query({
    sql: `SELECT day, descriptors, count, first, toFloat64(first_at - day * ${dayMs}) AS begun, last,
      toFloat64(last_at - day * ${dayMs}) AS ended, climbed, falls, toFloat64(gap) AS gap, times, levels
      FROM rollup_day_meters FINAL WHERE organization = {organization:UInt32} ORDER BY day`,
    params: { organization },
  });
  const next = { begun: 0, ended: 0, climbed: 0, falls: [], gap: 0 };
  expect(rows).toEqual([
    {
      day: firstDay,
      descriptors: 'tariff=low',
      count: 4,
      first: 95,
      begun: 0,
      last: 90,
      ended: 86_000_000,
      climbed: 9,
      falls: [[104, 90]],
      gap: 86_000_000 - 40 * 60_000,
      times: [0, 10 * 60_000, 40 * 60_000, 86_000_000],
      levels: [95, 100, 104, 90],
    },
    { ...next, day: firstDay + 1, descriptors: 'tariff=low', count: 1, first: 97, last: 97, times: [0], levels: [97] },
  ]);
});

test('a rolled-up day has its visitors, and those of its quarter-hours', async () => {
  const organization = 97_005;
  const sightings = [
    ['a', 86_399_999],
    ['a', 5000],
    ['b', 5000],
    ['b', 899_999],
    ['c', 900_000],
  ] as const;
  const readings = sightings.map(([visitor, time]) => ({
    metric: 'uniqueVisitors',
    device: 6,
    at: firstDay * dayMs + time,
    descriptors: '',
    value: 1,
    weight: 1,
    visitor,
  }));
  await write(organization, readings, 1);
  const span = { organization, installation: 1, fromDay: firstDay, toDay: firstDay + 1 };
  await rollUpStore(stores.analytics).rollUp(span, 1);
  const names = (list: string) =>
    `arrayMap(hash -> arrayFirst(name -> bitShiftRight(sipHash64(name), 11) = hash, ['a', 'b', 'c']), ${list})`;
  const rows = await stores.analytics.query({
    sql: `SELECT day, arraySort(${names('hashes')}) AS all, arraySort(arrayZip(times, ${names('sightings')})) AS found,
      hashes = arraySort(hashes) AS isSorted
      FROM rollup_day_visitors FINAL WHERE organization = {organization:UInt32}`,
    params: { organization },
  });
  const found = [
    [0, 'a'],
    [0, 'b'],
    [900_000, 'c'],
    [85_500_000, 'a'],
  ];
  expect(rows).toEqual([{ day: firstDay, all: ['a', 'b', 'c'], found, isSorted: 1 }]);
});
