import type { AnalyticsMigration } from './migration.ts';

/**
 * Readings as the devices sent them; passages, zones and directions are applied at query time. A row is identified by
 * its key and the newest version wins, so a reading sent twice counts once. The partition is a function of the key, in
 * UTC whatever the machine's zone, so all versions of a row share a partition.
 */
export const readings: AnalyticsMigration = {
  id: '0001-readings',
  statements: [
    `CREATE TABLE IF NOT EXISTS readings (
      organization UInt32,
      installation UInt32,
      metric LowCardinality(String),
      device UInt32,
      at Int64 COMMENT 'epoch milliseconds',
      descriptors LowCardinality(String) COMMENT 'key=value pairs sorted by key, joined by ;',
      visitor String,
      x Float32 COMMENT '0..1 from the left, -1 without a place',
      y Float32 COMMENT '0..1 from the top, -1 without a place',
      value Float64,
      weight Float64,
      interval UInt32 COMMENT 'seconds',
      version UInt64 COMMENT 'microseconds, grows'
    )
    ENGINE = ReplacingMergeTree(version)
    PARTITION BY toYYYYMM(fromUnixTimestamp64Milli(at, 'UTC'))
    ORDER BY (organization, installation, metric, device, at, descriptors, visitor, x, y)
    SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  ],
};
