import type { AnalyticsMigration } from './migration.ts';

const dayMs = 86_400_000;

const table = `CREATE TABLE IF NOT EXISTS rollup_day_counts (
      organization UInt32,
      installation UInt32,
      metric LowCardinality(String),
      amount LowCardinality(String) COMMENT 'value, or weighted (value times weight) and weight for durations',
      device UInt32,
      day UInt32 COMMENT 'days since 1970, UTC',
      descriptors LowCardinality(String),
      plain Float64 COMMENT 'sum of the readings as sent',
      plain_hours Array(Float64) COMMENT 'the same by hour of the day',
      plain_quarters Array(Float64) COMMENT 'the same by quarter-hour of the day',
      total Float64 COMMENT 'sum of the instants at which these descriptors are the coarsest',
      total_hours Array(Float64),
      total_quarters Array(Float64),
      hours UInt32 COMMENT 'bit for each hour with readings',
      quarters Array(UInt32) COMMENT 'bit for each quarter-hour with readings, 32 in a number',
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version)
    PARTITION BY intDiv(day, 366)
    ORDER BY (organization, installation, metric, amount, device, day, descriptors)
    SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, auto_statistics_types = ''`;

const sums = (column: string) =>
  [24, 96].map((pieces) => `sumResample(0, ${pieces}, 1)(${column}, intDiv(at, ${dayMs / pieces}) % ${pieces})`);
const quarter = 'intDiv(at, 900000) % 96';
const quarters = [0, 1, 2].map(
  (third) => `groupBitOrIf(bitShiftLeft(toUInt32(1), ${quarter} % 32), intDiv(${quarter}, 32) = ${third})`,
);

/** Days whose readings retention has deleted exist in rollups only, so they are converted. */
const convertOldDays = `INSERT INTO rollup_day_counts
  SELECT organization, installation, metric, sent.1 AS amount, device, toUInt32(intDiv(at, ${dayMs})) AS day, descriptors,
    sum(sent.2), ${sums('sent.2')}, sum(sent.3), ${sums('sent.3')},
    groupBitOr(bitShiftLeft(toUInt32(1), intDiv(at, 3600000) % 24)), [${quarters}], max(version)
  FROM rollup_counts FINAL
  ARRAY JOIN [('value', value, total), ('weighted', weighted, total_weighted), ('weight', weight, total_weight)] AS sent
  INNER JOIN (SELECT organization, since FROM readings_kept FINAL) AS kept USING (organization)
  WHERE width = 900 AND at < since
  GROUP BY organization, installation, metric, amount, device, day, descriptors`;

/** Days that have readings are rolled up again; until then, their readings answer. */
export const markRolledDays = `INSERT INTO rollup_days
  SELECT organization, installation, day, 1, (SELECT max(version) + 1 FROM rollup_days)
  FROM (SELECT organization, installation, day FROM rollup_days FINAL WHERE organization > 0 AND is_dirty = 0) AS clean
  LEFT JOIN (SELECT organization, since FROM readings_kept FINAL) AS kept USING (organization)
  WHERE day * ${dayMs} >= since`;

/** One row for each device, metric and day, with the sums of its hours and quarter-hours in arrays. */
export const countsByDay: AnalyticsMigration = {
  id: '0009-counts-by-day',
  statements: [table, convertOldDays, markRolledDays],
};

/** A separate migration, because a crash may repeat the conversion, which still needs this table. */
export const dropCountsByPiece: AnalyticsMigration = {
  id: '0010-drop-counts-by-piece',
  statements: ['DROP TABLE IF EXISTS rollup_counts'],
};
