import type { AnalyticsMigration } from './migration.ts';

/**
 * Each insert creates a part, and the engine treats all parts below 5 MiB as equal in size. With a base of five, it
 * merged the month's part again and again: tens of thousands of rows for a few hundred new ones. With a base of ten,
 * queries about the current month read a few more parts.
 */
export const fewerMerges: AnalyticsMigration = {
  id: '0007-fewer-merges',
  statements: ['ALTER TABLE readings MODIFY SETTING merge_selector_base = 10'],
};
