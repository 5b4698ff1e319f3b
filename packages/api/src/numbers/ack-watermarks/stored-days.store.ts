import type { Instant, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { dayMs } from '../rollups/dirty-days.ts';
import type { DayWatermark, SiteKey } from './ack-watermarks.store.ts';

/**
 * Counting may take longer than a page query. It has the priority of ingestion by default, because the first post waits
 * for it.
 */
const options = { maxSeconds: 600, purpose: 'ingestion' } as const;

/** Counts the stored readings per site and day; all versions of a reading count once. */
export function storedDaysStore(analytics: AnalyticsStore) {
  const count = (
    where: string,
    params: Readonly<Record<string, number>>,
    purpose: 'ingestion' | 'upkeep' = 'ingestion',
  ) =>
    analytics.query<DayWatermark>(
      {
        sql: `SELECT organization, installation, toUInt32(intDiv(at, ${dayMs})) AS day, toUInt32(count()) AS readings,
            toFloat64(max(version)) AS version
          FROM readings FINAL WHERE ${where} GROUP BY organization, installation, day`,
        params,
      },
      { ...options, purpose },
    );

  return {
    /** Counts all sites; both days inclusive. */
    between: (first: number, last: number) =>
      count('at >= {from:Int64} AND at < {to:Int64}', { from: first * dayMs, to: (last + 1) * dayMs }, 'upkeep'),

    all: () => count('1', {}),

    ofSite: ({ organization, installation }: SiteKey) =>
      count('organization = {organization:UInt32} AND installation = {installation:UInt32}', {
        organization,
        installation,
      }),

    /** Returns the retention limit of each organization. Older readings are deleted, not missing. */
    keptSince: () =>
      analytics.query<{ organization: OrganizationId; since: Instant }>(
        { sql: 'SELECT organization, toFloat64(since) AS since FROM readings_kept FINAL', params: {} },
        options,
      ),
  };
}
