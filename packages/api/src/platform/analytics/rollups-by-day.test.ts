import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
