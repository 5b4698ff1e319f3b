import type { AnalyticsMigration } from './migration.ts';

const synced = 'fsync_after_insert = 1, fsync_part_directory = 1';

/** Rows by device and time slice (`width` seconds from `at`), all replaced whenever a day is rolled up again. */
const rollup = (name: string, columns: string, identity = '') => `CREATE TABLE IF NOT EXISTS ${name} (
      organization UInt32,
      installation UInt32,
      width UInt32 COMMENT 'seconds: 900 or 3600',
      metric LowCardinality(String),
      device UInt32,
      at Int64 COMMENT 'epoch milliseconds',${columns}
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version)
    PARTITION BY toYYYYMM(fromUnixTimestamp64Milli(at, 'UTC'))
    ORDER BY (organization, installation, width, metric, device, at${identity})
    SETTINGS ${synced}`;

const descriptors = `
      descriptors LowCardinality(String),`;

/**
 * Rollups by quarter-hour and by hour, with one table per kind of aggregation. Another table stores, by day, when
 * devices reported. `rollup_days` says for each site and UTC day whether the rollups include all of its readings.
 */
export const rollups: AnalyticsMigration = {
  id: '0002-rollups',
  statements: [
    rollup(
      'rollup_counts',
      `${descriptors}
      value Float64,
      weighted Float64 COMMENT 'value times weight',
      weight Float64,
      total Float64 COMMENT 'value of the instants at which these descriptors are the coarsest',
      total_weighted Float64,
      total_weight Float64,
      mixed UInt8 COMMENT '1: instants of this piece were described differently',`,
      ', descriptors',
    ),
    rollup(
      'rollup_samples',
      `
      count UInt32,
      sum Float64,
      min Float64,
      max Float64,
      first Float64,
      first_at Int64,
      last Float64,
      last_at Int64,
      levels Array(Float64) COMMENT 'every value',`,
    ),
    rollup(
      'rollup_meters',
      `${descriptors}
      count UInt32,
      first Float64,
      first_at Int64,
      last Float64,
      last_at Int64,
      climbed Float64 COMMENT 'rises between consecutive samples, added up',
      falls Array(Tuple(Float64, Float64)) COMMENT 'consecutive samples of which the later is less',
      gap Int64 COMMENT 'milliseconds: the longest between two samples',`,
      ', descriptors',
    ),
    rollup(
      'rollup_visitors',
      `
      hashes Array(UInt64) COMMENT 'the smallest hashes of visitors',`,
    ),
    `CREATE TABLE IF NOT EXISTS rollup_heard (
      organization UInt32,
      installation UInt32,
      metric LowCardinality(String),
      device UInt32,
      day UInt32 COMMENT 'days since 1970, UTC',
      spans Array(Tuple(Int64, Int64)) COMMENT 'covered by readings that have a length',
      points Array(Tuple(Int64, Int64)) COMMENT 'first and last of runs of readings without a length',
      gap Int64 COMMENT 'milliseconds: readings of a run of points are no further apart',
      described Array(String),
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version)
    PARTITION BY intDiv(day, 366)
    ORDER BY (organization, installation, metric, device, day)
    SETTINGS ${synced}`,
    `CREATE TABLE IF NOT EXISTS rollup_days (
      organization UInt32,
      installation UInt32,
      day UInt32 COMMENT 'days since 1970, UTC',
      is_dirty UInt8,
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version)
    ORDER BY (organization, installation, day)
    SETTINGS ${synced}`,
  ],
};
