import type { AnalyticsMigration } from './migration.ts';

/** How finely sensors told is what they sent, not what they were declared to send. */
export const lengthsOfReadings: AnalyticsMigration = {
  id: '0005-lengths-of-readings',
  statements: [
    `ALTER TABLE rollup_heard ADD COLUMN IF NOT EXISTS
      interval UInt32 COMMENT 'seconds: of the longest reading, 0 where none says' AFTER gap`,
  ],
};
