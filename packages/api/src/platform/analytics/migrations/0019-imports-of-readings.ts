import type { AnalyticsMigration } from './migration.ts';

/**
 * Names the import that wrote a reading, and stores what it replaced, so that it can be undone. Both are 0 for readings
 * that a device sent.
 */
export const importsOfReadings: AnalyticsMigration = {
  id: '0019-imports-of-readings',
  statements: [
    `ALTER TABLE readings ADD COLUMN IF NOT EXISTS
      import UInt32 DEFAULT 0 COMMENT 'import that wrote the reading last; 0 for none'`,
    `CREATE TABLE IF NOT EXISTS replaced_readings (
      organization UInt32,
      replaced_by UInt32 COMMENT 'the import',
      installation UInt32,
      metric LowCardinality(String),
      device UInt32,
      at Int64 COMMENT 'epoch milliseconds',
      descriptors LowCardinality(String),
      visitor String,
      x Float32,
      y Float32,
      value Float64 COMMENT 'as sent, as is the weight',
      weight Float64,
      interval UInt32 COMMENT 'seconds',
      import UInt32 COMMENT 'import that had written it; 0 for none',
      version UInt64 COMMENT 'microseconds, grows'
    )
    ENGINE = ReplacingMergeTree(version)
    PARTITION BY toYYYYMM(fromUnixTimestamp64Milli(at, 'UTC'))
    ORDER BY (organization, replaced_by, installation, metric, device, at, descriptors, visitor, x, y)
    SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, auto_statistics_types = ''`,
  ],
};
