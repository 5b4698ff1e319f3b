import type { AnalyticsMigration } from './migration.ts';

/**
 * Every insert makes a part, and the engine takes all parts below 5 MiB for equally large: with five of them it merged
 * the month's part again and again, tens of thousands of rows for a few hundred. Ten wait for each other instead, and a
 * question about this month reads some parts more.
 */
export const fewerMerges: AnalyticsMigration = {
  id: '0007-fewer-merges',
  statements: ['ALTER TABLE readings MODIFY SETTING merge_selector_base = 10'],
};
