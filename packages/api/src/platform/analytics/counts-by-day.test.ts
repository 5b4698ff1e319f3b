import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyticsMigrations, migrateAnalytics, openAnalyticsStore } from './index.ts';

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

test('days without readings are converted once, and the others are rolled up again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-counts-by-day-'));
  const store = await openAnalyticsStore({ source: { folder } });
  const before = analyticsMigrations.filter(({ id }) => id < '0009');
  await migrateAnalytics(store, before);
  const state = (day: number, dirty: number, version: number) => ({ organization: 1, installation: 1, day, is_dirty: dirty, version });
  await store.insert('readings_kept', [{ organization: 1, since: keptSince, version: 3 }]);
  await store.insert('rollup_days', [state(20_499, 0, 4), state(20_500, 0, 6), state(20_501, 1, 7), { ...state(0, 0, 8), organization: 0 }]);
  await store.insert('rollup_counts', [
    quarterOf(keptSince - dayMs, 2),
    quarterOf(keptSince - dayMs + 3_600_000, 3),
    quarterOf(keptSince - dayMs + 95 * 900_000, 4),
    quarterOf(keptSince, 50),
    { ...quarterOf(keptSince - dayMs, 5), width: 3600 },
    // Organizations without a limit have all their readings.
    { ...quarterOf(keptSince - dayMs, 60), organization: 2 },
  ]);
  const migrated = analyticsMigrations.find(({ id }) => id === '0009-counts-by-day');
  for (const sql of migrated?.statements ?? []) await store.command({ sql, params: {} });
  await migrateAnalytics(store);

  const read = (sql: string) => store.query({ sql, params: {} }, { purpose: 'upkeep' });
  const hours = Array.from({ length: 24 }, (_, hour) => (({ 0: 2, 1: 3, 23: 4 }) as Record<number, number>)[hour] ?? 0);
  expect(
    await read(`SELECT organization, day, total, plain_hours, arraySum(total_quarters) AS sum,
      bitCount(hours) AS reported, arraySum(quarter -> bitCount(quarter), quarters) AS pieces
      FROM rollup_day_counts FINAL WHERE amount = 'value'`),
  ).toEqual([{ organization: 1, day: 20_499, total: 9, plain_hours: hours, sum: 9, reported: 3, pieces: 3 }]);
  expect(
    await read('SELECT day, is_dirty FROM rollup_days FINAL WHERE organization = 1 ORDER BY day'),
  ).toEqual([
    { day: 20_499, is_dirty: 0 },
    { day: 20_500, is_dirty: 1 },
    { day: 20_501, is_dirty: 1 },
  ]);
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
