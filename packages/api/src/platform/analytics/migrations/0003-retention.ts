import type { AnalyticsMigration } from './migration.ts';

/** Start of an organization's stored readings; earlier data exists in rollups only. */
export const retention: AnalyticsMigration = {
  id: '0003-retention',
  statements: [
    `CREATE TABLE IF NOT EXISTS readings_kept (
      organization UInt32,
      since Int64 COMMENT 'epoch milliseconds, the begin of a UTC day',
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version)
    ORDER BY organization
    SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  ],
};
