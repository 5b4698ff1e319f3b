import type { AnalyticsMigration } from './migration.ts';

/** What a reading counts for, where finer ones tell part of its time, is not what was sent. */
export const overlappingReadings: AnalyticsMigration = {
  id: '0006-overlapping-readings',
  statements: [
    `ALTER TABLE readings ADD COLUMN IF NOT EXISTS
      sent Nullable(Float64) COMMENT 'the value (of a duration the weight) as sent, where less of it counts' AFTER interval`,
  ],
};
