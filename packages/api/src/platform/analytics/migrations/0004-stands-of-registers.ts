import type { AnalyticsMigration } from './migration.ts';

/** Whether a register that stepped back starts anew depends on single samples, which outlive their readings here. */
export const standsOfRegisters: AnalyticsMigration = {
  id: '0004-stands-of-registers',
  statements: [
    `ALTER TABLE rollup_meters ADD COLUMN IF NOT EXISTS
      stands Array(Tuple(Int64, Float64)) COMMENT 'every sample with its time, of quarters only' AFTER gap`,
  ],
};
