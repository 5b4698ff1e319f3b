import { markRolledDays } from './0009-counts-by-day.ts';
import type { AnalyticsMigration } from './migration.ts';

const dayMs = 86_400_000;
const sketchSize = 16_384;

const table = `CREATE TABLE IF NOT EXISTS rollup_day_visitors (
      organization UInt32,
      installation UInt32,
      metric LowCardinality(String),
      device UInt32,
      day UInt32 COMMENT 'days since 1970, UTC',
      hashes Array(UInt64) COMMENT 'the smallest hashes of visitors',
      times Array(UInt32) COMMENT 'milliseconds of the day at which the quarter-hour of each sighting begins, ascending',
      sightings Array(UInt64) COMMENT 'the smallest hashes of each quarter-hour, in the order of times',
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version)
    PARTITION BY intDiv(day, 366)
    ORDER BY (organization, installation, metric, device, day)
    SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, auto_statistics_types = ''`;

/** Days whose readings retention has deleted exist in rollups only, so they are converted. */
const convertOldDays = `INSERT INTO rollup_day_visitors
  SELECT organization, installation, metric, device, toUInt32(intDiv(at, ${dayMs})) AS day,
    arraySlice(arraySort(groupUniqArrayArray(old.hashes)), 1, ${sketchSize}),
    arraySort(groupArrayArray(found)).1, arraySort(groupArrayArray(found)).2, max(version)
  FROM (
    SELECT *, arrayMap(hash -> (toUInt32(at % ${dayMs}), hash), hashes) AS found
    FROM rollup_visitors FINAL
    WHERE width = 900
  ) AS old
  INNER JOIN (SELECT organization, since FROM readings_kept FINAL) AS kept USING (organization)
  WHERE at < since
  GROUP BY organization, installation, metric, device, day`;

/** One row for each device, metric and day, with the hashes of its quarter-hours in arrays. */
export const visitorsByDay: AnalyticsMigration = {
  id: '0015-visitors-by-day',
  statements: [table, convertOldDays, markRolledDays],
};

/** A separate migration, because a crash may repeat the conversion, which still needs this table. */
export const dropVisitorsByPiece: AnalyticsMigration = {
  id: '0016-drop-visitors-by-piece',
  statements: ['DROP TABLE IF EXISTS rollup_visitors'],
};
