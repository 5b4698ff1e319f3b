import type { AnalyticsMigration } from './migration.ts';

/**
 * Single samples show whether a register that fell was reset. They are stored here because they outlive their readings.
 */
export const standsOfRegisters: AnalyticsMigration = {
  id: '0004-stands-of-registers',
  statements: [
    `ALTER TABLE rollup_meters ADD COLUMN IF NOT EXISTS
      stands Array(Tuple(Int64, Float64)) COMMENT 'every sample with its time, of quarters only' AFTER gap`,
  ],
};
