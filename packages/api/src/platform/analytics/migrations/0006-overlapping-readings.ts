import type { AnalyticsMigration } from './migration.ts';

/** Stores the value as sent. Where finer readings cover part of its time, a reading counts for less than that. */
export const overlappingReadings: AnalyticsMigration = {
  id: '0006-overlapping-readings',
  statements: [
    `ALTER TABLE readings ADD COLUMN IF NOT EXISTS
      sent Nullable(Float64) COMMENT 'the value (of a duration the weight) as sent, where less of it counts' AFTER interval`,
  ],
};
