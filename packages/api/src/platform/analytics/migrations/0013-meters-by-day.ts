import { markRolledDays } from './0009-counts-by-day.ts';
import type { AnalyticsMigration } from './migration.ts';

const dayMs = 86_400_000;

const table = `CREATE TABLE IF NOT EXISTS rollup_day_meters (
      organization UInt32,
      installation UInt32,
      metric LowCardinality(String),
      device UInt32,
      day UInt32 COMMENT 'days since 1970, UTC',
      descriptors LowCardinality(String),
      count UInt32,
      first Float64,
      first_at Int64 COMMENT 'epoch milliseconds',
      last Float64,
      last_at Int64,
      climbed Float64 COMMENT 'rises between consecutive samples, added up',
      falls Array(Tuple(Float64, Float64)) COMMENT 'consecutive samples of which the later is less',
      gap Int64 COMMENT 'milliseconds: the longest between two samples',
      times Array(UInt32) COMMENT 'milliseconds of the day of each sample, ascending',
      levels Array(Float64) COMMENT 'each sample, in the order of times',
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version)
    PARTITION BY intDiv(day, 366)
    ORDER BY (organization, installation, metric, device, day, descriptors)
    SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, auto_statistics_types = ''`;

/**
 * Samples of a quarter-hour. The oldest rollups stored no single samples, so these are estimated: the register rises at
 * the end, or its falls are spread evenly.
 */
const samples = `multiIf(notEmpty(stands), stands,
      empty(falls), arrayConcat(
        arrayMap(place -> (first_at + intDiv((last_at - first_at) * toInt64(place), toInt64(greatest(count, 2) - 1)), first), range(count - 1)),
        [(last_at, last)]),
      arrayConcat([(first_at, first)],
        arrayFlatten(arrayMap((fall, place) -> [
          (first_at + intDiv((last_at - first_at) * toInt64(2 * place - 1), toInt64(2 * length(falls) + 1)), fall.1),
          (first_at + intDiv((last_at - first_at) * toInt64(2 * place), toInt64(2 * length(falls) + 1)), fall.2)
        ], falls, arrayEnumerate(falls))),
        [(last_at, last)]))`;

/** Days whose readings retention has deleted exist in rollups only, so they are converted. */
const convertOldDays = `INSERT INTO rollup_day_meters
  SELECT organization, installation, metric, device, day, descriptors, sum(old.count),
    argMin(old.first, old.first_at), min(old.first_at), argMax(old.last, old.last_at), max(old.last_at),
    sum(old.climbed) + sumIf(old.first - before, number > 1 AND old.first >= before),
    arrayConcat(groupArrayArray(old.falls), groupArrayIf((before, old.first), number > 1 AND old.first < before)),
    greatest(max(old.gap), maxIf(old.first_at - before_at, number > 1)),
    arrayMap(sample -> toUInt32(sample.1 % ${dayMs}), arraySort(groupArrayArray(found))),
    arraySort(groupArrayArray(found)).2, max(version)
  FROM (
    SELECT *, toUInt32(intDiv(at, ${dayMs})) AS day, ${samples} AS found,
      row_number() OVER line AS number, lagInFrame(last) OVER line AS before, lagInFrame(last_at) OVER line AS before_at
    FROM rollup_meters FINAL
    INNER JOIN (SELECT organization, since FROM readings_kept FINAL) AS kept USING (organization)
    WHERE width = 900 AND at < since
    WINDOW line AS (PARTITION BY organization, installation, metric, device, descriptors, day ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  ) AS old
  GROUP BY organization, installation, metric, device, day, descriptors`;

/** One row for each register and day, with all samples in arrays. */
export const metersByDay: AnalyticsMigration = {
  id: '0013-meters-by-day',
  statements: [table, convertOldDays, markRolledDays],
};

/** A separate migration, because a crash may repeat the conversion, which still needs this table. */
export const dropMetersByPiece: AnalyticsMigration = {
  id: '0014-drop-meters-by-piece',
  statements: ['DROP TABLE IF EXISTS rollup_meters'],
};
