import type { AnalyticsMigration } from './migration.ts';

/** Stores the intervals that sensors actually reported, which may differ from the declared ones. */
export const lengthsOfReadings: AnalyticsMigration = {
  id: '0005-lengths-of-readings',
  statements: [
    `ALTER TABLE rollup_heard ADD COLUMN IF NOT EXISTS
      interval UInt32 COMMENT 'seconds: of the longest reading, 0 where none says' AFTER gap`,
  ],
};
