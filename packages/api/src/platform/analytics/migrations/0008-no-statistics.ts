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
 * By default the engine computes statistics of all columns at every merge, and reads those of each part from files to
 * plan a statement. That took a third of a small statement's time. Our statements select by keys and need no
 * statistics.
 */
export const noStatistics: AnalyticsMigration = {
  id: '0008-no-statistics',
  statements: tables.map((table) => `ALTER TABLE ${table} MODIFY SETTING auto_statistics_types = ''`),
};
