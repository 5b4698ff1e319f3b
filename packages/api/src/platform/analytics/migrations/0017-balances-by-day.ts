import { markRolledDays } from './0009-counts-by-day.ts';
import type { AnalyticsMigration } from './migration.ts';

const table = `CREATE TABLE IF NOT EXISTS rollup_day_balances (
      organization UInt32,
      installation UInt32,
      begins Int64 COMMENT 'the reset at which the balance begins, or the start of a UTC day that was rolled up',
      ends Int64 COMMENT 'the next reset',
      balance UInt64 COMMENT 'hash of the sources that count in this time; 0 for a UTC day that was rolled up',
      integral Float64 COMMENT 'people × milliseconds',
      min Float64,
      max Float64,
      first Float64,
      last Float64,
      min_above Float64 COMMENT 'over the time with people inside, as are the next two; 0 if there were never any',
      first_above Float64,
      last_above Float64,
      times Array(UInt32) COMMENT 'milliseconds since begins at which the people inside changed, ascending from 0',
      levels Array(Float64) COMMENT 'people inside from each of these times on',
      version UInt64
    )
    ENGINE = ReplacingMergeTree(version)
    PARTITION BY intDiv(begins, 31622400000)
    ORDER BY (organization, installation, begins, balance)
    SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, auto_statistics_types = ''`;

/** One row for each zone and site day. Former rollups had none, so days are rolled up again from their readings. */
export const balancesByDay: AnalyticsMigration = {
  id: '0017-balances-by-day',
  statements: [table, markRolledDays],
};
