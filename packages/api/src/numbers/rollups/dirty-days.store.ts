import type { InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { shardCount } from '../../platform/relational/assign-shards.ts';
import { deleteRows } from '../../platform/tenancy/index.ts';

/** UTC day of a site, in days since 1970. */
export interface SiteDay {
  readonly organization: OrganizationId;
  readonly installation: InstallationId;
  readonly day: number;
}

interface StoredDay extends SiteDay {
  readonly is_dirty: number;
  /** Version of the state. Each write of any day gets a greater one. */
  readonly version: number;
}

/** Ingestion cannot start before the dirty days are loaded. */
const forIngestion = { purpose: 'ingestion' } as const;

/** Partition of the sites: those with `installation % of === rest`. */
export interface SitePart {
  readonly of: number;
  readonly rest: number;
}

/** Placeholder organization of a row that only records the current version. */
const nobody = 0 as OrganizationId;

/** Reads and writes the dirty flags of days. Every write is synced to disk. */
export function dirtyDaysStore(analytics: AnalyticsStore, { of, rest }: SitePart = { of: 1, rest: 0 }) {
  const part = { of, rest };
  const isOfPart = 'installation % {of:UInt32} = {rest:UInt32}';
  return {
    all: () =>
      analytics.query<StoredDay>(
        {
          sql: `SELECT organization, installation, day, is_dirty, toFloat64(version) AS version FROM rollup_days FINAL
          WHERE ${isOfPart}`,
          params: part,
        },
        forIngestion,
      ),

    /** Returns states newer than the given versions (one per shard), ordered by version. */
    since: (versions: readonly number[]) =>
      analytics.query<StoredDay>(
        {
          sql: `SELECT organization, installation, day, is_dirty, toFloat64(version) AS version FROM rollup_days
          WHERE version > {versions:Array(UInt64)}[installation % ${shardCount} + 1] ORDER BY version`,
          params: { versions },
        },
        forIngestion,
      ),

    /** Returns every day that has readings, dirty or not. */
    daysWithReadings: () =>
      analytics.query<SiteDay>(
        {
          sql: `SELECT organization, installation, intDiv(at, 86400000)::UInt32 AS day FROM readings
          WHERE ${isOfPart} GROUP BY organization, installation, day`,
          params: part,
        },
        forIngestion,
      ),

    /** Returns the retention limit of each organization that has ever deleted readings. */
    keptSince: () =>
      analytics.query<{ organization: OrganizationId; since: Instant }>(
        { sql: 'SELECT organization, toFloat64(since) AS since FROM readings_kept FINAL', params: {} },
        forIngestion,
      ),

    writeKeptSince: (organization: number, since: Instant, version: number) =>
      analytics.insert('readings_kept', [{ organization, since, version }]),

    /**
     * Deletes readings before `since`, and those that imports replaced; resolves once they are gone from disk. Skips the mutation when there are no such
     * readings, because each one scans every part.
     */
    async deleteBefore(organization: number, since: Instant): Promise<void> {
      const sql = 'organization = {organization:UInt32} AND at < {since:Int64}';
      const params = { organization, since };
      const some = await analytics.query(
        { sql: `SELECT 1 AS one FROM readings WHERE ${sql} LIMIT 1`, params },
        { purpose: 'upkeep' },
      );
      if (some.length > 0) await deleteRows(analytics, 'readings', { sql, params });
      const replaced = await analytics.query(
        { sql: `SELECT 1 AS one FROM replaced_readings WHERE ${sql} LIMIT 1`, params },
        { purpose: 'upkeep' },
      );
      if (replaced.length > 0) await deleteRows(analytics, 'replaced_readings', { sql, params });
    },

    write: (days: readonly StoredDay[]) => analytics.insert('rollup_days', days),

    /** Records a version without changing the state of any day. */
    writeVersion: (version: number) =>
      analytics.insert('rollup_days', [
        { organization: nobody, installation: rest as InstallationId, day: 0, is_dirty: 0, version },
      ]),
  };
}

export const isVersionOnly = ({ organization }: SiteDay): boolean => organization === nobody;

export type DirtyDaysStore = ReturnType<typeof dirtyDaysStore>;

/**
 * Marks every day dirty that has a reading or a rollup of this version (microseconds) or later. Only for stores that are
 * not in use, e.g. after a restore. Rollups count too, because they may contain a correction that the restored settings
 * lack.
 */
export async function markDaysWrittenSince(analytics: AnalyticsStore, version: number): Promise<void> {
  await analytics.command({
    sql: `INSERT INTO rollup_days (organization, installation, day, is_dirty, version)
      SELECT DISTINCT organization, installation, day, 1, (SELECT max(version) + 1 FROM rollup_days)
      FROM (
        SELECT organization, installation, toUInt32(intDiv(at, 86400000)) AS day FROM readings
        WHERE version >= {version:UInt64}
        UNION ALL
        SELECT organization, installation, toUInt32(day) AS day FROM rollup_heard WHERE version >= {version:UInt64}
      )`,
    params: { version },
  });
}
