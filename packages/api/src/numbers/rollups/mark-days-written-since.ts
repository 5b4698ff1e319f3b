import type { AnalyticsStore } from '../../platform/analytics-store.ts';

/**
 * Marks every day dirty that has a reading of this version (microseconds) or later. Only for stores that are not in
 * use, e.g. after a restore.
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
