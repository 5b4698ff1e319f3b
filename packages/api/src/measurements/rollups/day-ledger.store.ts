import type { InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { shardCount } from '../../platform/shards/index.ts';
import { deleteRows } from '../../platform/tenancy/index.ts';

/** A UTC day of a site, in days since 1970. */
export interface SiteDay {
  readonly organization: OrganizationId;
  readonly installation: InstallationId;
  readonly day: number;
}

export interface StoredDay extends SiteDay {
  readonly is_dirty: number;
  /** Grows with every state written of any day. */
  readonly version: number;
}

/** Readings are taken in only once the marks are known. */
const forIngestion = { purpose: 'ingestion' } as const;

/** Some of the sites: those whose id leaves this rest. */
export interface SitePart {
  readonly of: number;
  readonly rest: number;
}

/** What says which version there is, where no day does: a day of nobody. */
const nobody = 0 as OrganizationId;

/** Which days of which sites have readings that their rollups may lack; every write is synced. */
export function dayLedgerStore(analytics: AnalyticsStore, { of, rest }: SitePart = { of: 1, rest: 0 }) {
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

    /** States written since those versions, of each shard its own; the latest last. */
    since: (versions: readonly number[]) =>
      analytics.query<StoredDay>(
        {
          sql: `SELECT organization, installation, day, is_dirty, toFloat64(version) AS version FROM rollup_days
          WHERE version > {versions:Array(UInt64)}[installation % ${shardCount} + 1] ORDER BY version`,
          params: { versions },
        },
        forIngestion,
      ),

    /** Every day that has readings, whatever is known about it. */
    daysWithReadings: () =>
      analytics.query<SiteDay>(
        {
          sql: `SELECT organization, installation, intDiv(at, 86400000)::UInt32 AS day FROM readings
          WHERE ${isOfPart} GROUP BY organization, installation, day`,
          params: part,
        },
        forIngestion,
      ),

    /** Since when which organization's readings are kept; of those that never deleted any, nothing. */
    keptSince: () =>
      analytics.query<{ organization: OrganizationId; since: Instant }>(
        { sql: 'SELECT organization, toFloat64(since) AS since FROM readings_kept FINAL', params: {} },
        forIngestion,
      ),

    writeKeptSince: (organization: number, since: Instant, version: number) =>
      analytics.insert('readings_kept', [{ organization, since, version }]),

    /** Resolves when they are gone from disk. Where there are none nothing is begun: each deletion looks at every part. */
    async deleteBefore(organization: number, since: Instant): Promise<void> {
      const sql = 'organization = {organization:UInt32} AND at < {since:Int64}';
      const params = { organization, since };
      const some = await analytics.query(
        { sql: `SELECT 1 AS one FROM readings WHERE ${sql} LIMIT 1`, params },
        { purpose: 'upkeep' },
      );
      if (some.length > 0) await deleteRows(analytics, 'readings', { sql, params });
    },

    write: (days: readonly StoredDay[]) => analytics.insert('rollup_days', days),

    /** Says that versions are as great by now, whether or not there is a day to say it of. */
    writeVersion: (version: number) =>
      analytics.insert('rollup_days', [
        { organization: nobody, installation: rest as InstallationId, day: 0, is_dirty: 0, version },
      ]),
  };
}

export const isOfNobody = ({ organization }: SiteDay): boolean => organization === nobody;

export type DayLedgerStore = ReturnType<typeof dayLedgerStore>;
