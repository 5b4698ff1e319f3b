import { markRolledDays } from './0009-counts-by-day.ts';
import type { AnalyticsMigration } from './migration.ts';

const dayMs = 86_400_000;

const table = `CREATE TABLE IF NOT EXISTS rollup_day_samples (
      organization UInt32,
      installation UInt32,
      metric LowCardinality(String),
      device UInt32,
      day UInt32 COMMENT 'days since 1970, UTC',
      count UInt32,
      sum Float64,
      min Float64,
      max Float64,
      first Float64,
      first_at Int64 COMMENT 'epoch milliseconds',
      last Float64,
      last_at Int64,
      times Array(UInt32) COMMENT 'milliseconds of the day of each sample, ascending',
      levels Array(Float64) COMMENT 'each sample, in the order of times',
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version)
    PARTITION BY intDiv(day, 366)
    ORDER BY (organization, installation, metric, device, day)
    SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, auto_statistics_types = ''`;

const without = (list: string, value: string) =>
  `arrayConcat(arraySlice(${list}, 1, indexOf(${list}, ${value}) - 1), arraySlice(${list}, indexOf(${list}, ${value}) + 1))`;

/**
 * Days whose readings retention has deleted exist in rollups only, so they are converted. Those know the quarter-hour of
 * each sample, but only the times of its first and last. The others are spread between them, because queries about such
 * days never cut a quarter-hour.
 */
const convertOldDays = `INSERT INTO rollup_day_samples
  SELECT organization, installation, metric, device, toUInt32(intDiv(at, ${dayMs})) AS day,
    sum(samples.count), sum(samples.sum), min(samples.min), max(samples.max),
    argMin(samples.first, samples.first_at), min(samples.first_at), argMax(samples.last, samples.last_at), max(samples.last_at),
    arraySort(one -> one.1, groupArrayArray(found)).1, arraySort(one -> one.1, groupArrayArray(found)).2, max(version)
  FROM (
    SELECT *, if(count = 1, [first], arrayConcat([first], ${without(without('levels', 'first'), 'last')}, [last])) AS spread,
      arrayMap((level, place) -> (toUInt32((first_at + if(count = 1, 0, intDiv((place - 1) * (last_at - first_at), count - 1))) % ${dayMs}), level),
        spread, arrayEnumerate(spread)) AS found
    FROM rollup_samples FINAL
    WHERE width = 900
  ) AS samples
  INNER JOIN (SELECT organization, since FROM readings_kept FINAL) AS kept USING (organization)
  WHERE at < since
  GROUP BY organization, installation, metric, device, day`;

/** One row for each device, metric and day, with all samples in arrays. */
export const samplesByDay: AnalyticsMigration = {
  id: '0011-samples-by-day',
  statements: [table, convertOldDays, markRolledDays],
};

/** A separate migration, because a crash may repeat the conversion, which still needs this table. */
export const dropSamplesByPiece: AnalyticsMigration = {
  id: '0012-drop-samples-by-piece',
  statements: ['DROP TABLE IF EXISTS rollup_samples'],
};
