import type { AnalyticsMigration } from './migration.ts';

const tables = [
  'readings',
  'readings_kept',
  'rollup_counts',
  'rollup_samples',
  'rollup_meters',
  'rollup_visitors',
  'rollup_heard',
  'rollup_days',
];

/**
 * With every merge the engine makes statistics of all columns, by itself, and reads those of each part from files again
 * before it plans a statement: a third of what a small one took. Our statements say by keys what they read.
 */
export const noStatistics: AnalyticsMigration = {
  id: '0008-no-statistics',
  statements: tables.map((table) => `ALTER TABLE ${table} MODIFY SETTING auto_statistics_types = ''`),
};
