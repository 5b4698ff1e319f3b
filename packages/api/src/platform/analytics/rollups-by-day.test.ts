import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateAnalytics } from './migrate-analytics.ts';
import { analyticsMigrations } from './migrations/index.ts';
import { openAnalyticsStore } from './open-analytics-store.ts';

const dayMs = 86_400_000;
const keptSince = 20_500 * dayMs;

/** A row of the former rollups: a quarter-hour of a counter. */
const quarterOf = (at: number, value: number) => ({
  organization: 1,
  installation: 1,
  metric: 'affluenceIn',
  device: 7,
  descriptors: '',
  weight: 1,
  weighted: value,
  mixed: 0,
  total_weighted: value,
  total_weight: 1,
  width: 900,
  at,
  value,
  total: value,
  version: 5,
});

/** A row of the former rollups: samples of a quarter-hour. Only the times of the first and last are stored. */
const samplesOf = (at: number, first: number, last: number, levels: readonly number[]) => ({
  organization: 1,
  installation: 1,
  width: 900,
  metric: 'co2',
  device: 8,
  at,
  count: levels.length,
  sum: levels.reduce((sum, level) => sum + level, 0),
  min: Math.min(...levels),
  max: Math.max(...levels),
  first,
  first_at: at + 60_000,
  last,
  last_at: at + (levels.length === 1 ? 60_000 : 840_000),
  levels,
  version: 5,
});

/** A row of the former rollups: a quarter-hour of a register, with or without its single samples. */
const registerOf = (at: number, samples: readonly (readonly [number, number])[], isSingle = true) => {
  const [first, last] = [samples[0], samples.at(-1)] as readonly (readonly [number, number])[];
  const pairs = samples.slice(1).map(([time, value], index) => {
    const [since, before] = samples[index] as readonly [number, number];
    return { time, value, since, before };
  });
  return {
    organization: 1,
    installation: 1,
    width: 900,
    metric: 'electricityConsumption',
    device: 9,
    at,
    descriptors: '',
    count: samples.length,
    first: first?.[1],
    first_at: at + (first?.[0] ?? 0),
    last: last?.[1],
    last_at: at + (last?.[0] ?? 0),
    climbed: pairs.reduce((sum, { value, before }) => sum + Math.max(0, value - before), 0),
    falls: pairs.flatMap(({ value, before }) => (value < before ? [[before, value]] : [])),
    gap: Math.max(0, ...pairs.map(({ time, since }) => time - since)),
    stands: isSingle ? samples.map(([time, value]) => [at + time, value]) : [],
    version: 5,
  };
};

let folder: string;
let store: Awaited<ReturnType<typeof openAnalyticsStore>>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-rollups-by-day-'));
  store = await openAnalyticsStore({ source: { folder } });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const read = (sql: string) => store.query({ sql, params: {} }, { purpose: 'upkeep' });

/** Migrates up to a migration, whose statements a crash has already run once. */
async function migrateTwice(id: string): Promise<void> {
  const migration = analyticsMigrations.find((one) => one.id === id);
  for (const sql of migration?.statements ?? []) await store.command({ sql, params: {} });
  await migrateAnalytics(store);
}

test('samples of a day without readings keep their quarter-hours, values and ends', async () => {
  await migrateAnalytics(
    store,
    analyticsMigrations.filter(({ id }) => id < '0011'),
  );
  const day = keptSince - dayMs;
  await store.insert('readings_kept', [{ organization: 1, since: keptSince, version: 3 }]);
  await store.insert('rollup_samples', [
    samplesOf(day + 900_000, 500, 400, [400, 400, 450, 500]),
    samplesOf(day, 700, 700, [700]),
    samplesOf(keptSince, 900, 900, [900]),
    { ...samplesOf(day, 1, 1, [1]), width: 3600 },
  ]);
  await migrateTwice('0011-samples-by-day');
  expect(
    await read(`SELECT day, count, sum, min, max, first, last, times, levels FROM rollup_day_samples FINAL`),
  ).toEqual([
    {
      day: 20_499,
      count: 5,
      sum: 2450,
      min: 400,
      max: 700,
      first: 700,
      last: 400,
      times: [60_000, 960_000, 1_220_000, 1_480_000, 1_740_000],
      levels: [700, 500, 400, 450, 400],
    },
  ]);
});

describe('registers of a day without readings', () => {
  const day = keptSince - dayMs;
  const minute = 60_000;
  const convert = async (rows: readonly ReturnType<typeof registerOf>[]) => {
    await migrateAnalytics(
      store,
      analyticsMigrations.filter(({ id }) => id < '0013'),
    );
    await store.insert('readings_kept', [{ organization: 1, since: keptSince, version: 3 }]);
    await store.insert('rollup_meters', rows);
    await migrateTwice('0013-meters-by-day');
    return read(`SELECT day, count, first, toFloat64(first_at - ${day}) AS begun, last, toFloat64(last_at - ${day}) AS ended,
      climbed, falls, toFloat64(gap) AS gap, times, levels FROM rollup_day_meters FINAL`);
  };

  test('keep every sample, and what they climbed and fell between quarter-hours', async () => {
    const quarter = 15 * minute;
    const rows = [
      registerOf(day + 2 * quarter, [
        [minute, 12],
        [5 * minute, 9],
        [6 * minute, 10],
      ]),
      registerOf(day, [
        [0, 3],
        [10 * minute, 5],
      ]),
      registerOf(day + 95 * quarter, [[14 * minute, 8]]),
    ];
    const others = [registerOf(keptSince, [[0, 99]]), { ...registerOf(day, [[0, 99]]), width: 3600 }];
    expect(await convert([...rows, ...others])).toEqual([
      {
        day: 20_499,
        count: 6,
        first: 3,
        begun: 0,
        last: 8,
        ended: 1439 * minute,
        climbed: 2 + 7 + 1,
        falls: [
          [12, 9],
          [10, 8],
        ],
        gap: (1439 - 36) * minute,
        times: [0, 10, 31, 35, 36, 1439].map((time) => time * minute),
        levels: [3, 5, 12, 9, 10, 8],
      },
    ]);
  });

  test('without single samples, rise at the end of a quarter-hour or fall within it', async () => {
    const steady = [0, 5, 10].map((time, index) => [time * minute, 20 + index] as const);
    const fallen = [0, 5, 10].map((time, index) => [time * minute, 30 - 4 * (index % 2)] as const);
    const [first, second] = [registerOf(day, steady, false), registerOf(day + 15 * minute, fallen, false)];
    const [row] = (await convert([first, second])) as [Record<string, unknown>];
    expect(row.times).toEqual([0, 5, 10, 15, 15 + 10 / 3, 15 + 20 / 3, 25].map((time) => time * minute));
    expect(row.levels).toEqual([20, 20, 22, 30, 30, 26, 30]);
    expect([row.count, row.climbed, row.falls, row.gap]).toEqual([6, 2 + 8 + 4, [[30, 26]], 5 * minute]);
  });
});

test('visitors of a day without readings keep their quarter-hours', async () => {
  await migrateAnalytics(
    store,
    analyticsMigrations.filter(({ id }) => id < '0015'),
  );
  const seen = (at: number, hashes: readonly number[]) => ({
    organization: 1,
    installation: 1,
    width: 900,
    metric: 'uniqueVisitors',
    device: 10,
    at,
    hashes,
    version: 5,
  });
  const day = keptSince - dayMs;
  await store.insert('readings_kept', [{ organization: 1, since: keptSince, version: 3 }]);
  await store.insert('rollup_visitors', [
    seen(day + 95 * 900_000, [2, 7]),
    seen(day, [5, 7]),
    seen(keptSince, [99]),
    { ...seen(day, [98]), width: 3600 },
  ]);
  await migrateTwice('0015-visitors-by-day');
  expect(
    await read(`SELECT day, arrayMap(hash -> toFloat64(hash), hashes) AS all, times,
      arrayMap(hash -> toFloat64(hash), sightings) AS found FROM rollup_day_visitors FINAL`),
  ).toEqual([{ day: 20_499, all: [2, 5, 7], times: [0, 0, 85_500_000, 85_500_000], found: [5, 7, 2, 7] }]);
});

test('counts of days without readings are converted, and the other days are rolled up again', async () => {
  const before = analyticsMigrations.filter(({ id }) => id < '0009');
  await migrateAnalytics(store, before);
  const state = (day: number, dirty: number, version: number) => ({
    organization: 1,
    installation: 1,
    day,
    is_dirty: dirty,
    version,
  });
  await store.insert('readings_kept', [{ organization: 1, since: keptSince, version: 3 }]);
  await store.insert('rollup_days', [
    state(20_499, 0, 4),
    state(20_500, 0, 6),
    state(20_501, 1, 7),
    { ...state(0, 0, 8), organization: 0 },
  ]);
  await store.insert('rollup_counts', [
    quarterOf(keptSince - dayMs, 2),
    quarterOf(keptSince - dayMs + 3_600_000, 3),
    quarterOf(keptSince - dayMs + 95 * 900_000, 4),
    quarterOf(keptSince, 50),
    { ...quarterOf(keptSince - dayMs, 5), width: 3600 },
    // Organizations without a limit have all their readings.
    { ...quarterOf(keptSince - dayMs, 60), organization: 2 },
  ]);
  await migrateTwice('0009-counts-by-day');
  const hours = Array.from({ length: 24 }, (_, hour) => (({ 0: 2, 1: 3, 23: 4 }) as Record<number, number>)[hour] ?? 0);
  expect(
    await read(`SELECT organization, day, total, plain_hours, arraySum(total_quarters) AS sum,
      bitCount(hours) AS reported, arraySum(quarter -> bitCount(quarter), quarters) AS pieces
      FROM rollup_day_counts FINAL WHERE amount = 'value'`),
  ).toEqual([{ organization: 1, day: 20_499, total: 9, plain_hours: hours, sum: 9, reported: 3, pieces: 3 }]);
  expect(await read('SELECT day, is_dirty FROM rollup_days FINAL WHERE organization = 1 ORDER BY day')).toEqual([
    { day: 20_499, is_dirty: 0 },
    { day: 20_500, is_dirty: 1 },
    { day: 20_501, is_dirty: 1 },
  ]);
});
