import type { AnalyticsStore } from '../../platform/analytics-store.ts';

/**
 * Marks every day with a reading of this version (microseconds) or a later one, so that its rollups are added up anew.
 * For stores that are not at work, such as those that were just restored.
 */
export async function markDaysWrittenSince(analytics: AnalyticsStore, version: number): Promise<void> {
  await analytics.command({
    sql: `INSERT INTO rollup_days (organization, installation, day, is_dirty, version)
      SELECT DISTINCT organization, installation, toUInt32(intDiv(at, 86400000)), 1,
        (SELECT max(version) + 1 FROM rollup_days)
      FROM readings WHERE version >= {version:UInt64}`,
    params: { version },
  });
}
