import type { AnalyticsMigration } from './migration.ts';

/** Meters may send the amounts of intervals. Rows of registers have none. */
export const amountsOfMeters: AnalyticsMigration = {
  id: '0018-amounts-of-meters',
  statements: [
    `ALTER TABLE rollup_day_meters ADD COLUMN IF NOT EXISTS
      lengths Array(UInt32) COMMENT 'seconds of each amount of an interval, in the order of times; none for a register'
      AFTER levels`,
  ],
};
