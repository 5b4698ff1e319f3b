import type { Instant, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { dayMs } from '../rollups/index.ts';
import type { DayMark, SiteOf } from './reading-marks.store.ts';

/** Counting what is there takes longer than a page may, and waits for no reader of pages: the first post waits for it. */
const options = { maxSeconds: 600, purpose: 'ingestion' } as const;

/** How many readings the analytics store has of each site's days: of one that was corrected, its versions are one. */
export function storedDaysStore(analytics: AnalyticsStore) {
  const count = (
    where: string,
    params: Readonly<Record<string, number>>,
    purpose: 'ingestion' | 'upkeep' = 'ingestion',
  ) =>
    analytics.query<DayMark>(
      {
        sql: `SELECT organization, installation, toUInt32(intDiv(at, ${dayMs})) AS day, toUInt32(count()) AS readings,
            toFloat64(max(version)) AS version
          FROM readings FINAL WHERE ${where} GROUP BY organization, installation, day`,
        params,
      },
      { ...options, purpose },
    );

  return {
    /** Of all sites; both days included. */
    between: (first: number, last: number) =>
      count('at >= {from:Int64} AND at < {to:Int64}', { from: first * dayMs, to: (last + 1) * dayMs }, 'upkeep'),

    all: () => count('1', {}),

    ofSite: ({ organization, installation }: SiteOf) =>
      count('organization = {organization:UInt32} AND installation = {installation:UInt32}', {
        organization,
        installation,
      }),

    /** Since when which organization's readings are kept; older ones go, and are not missing. */
    keptSince: () =>
      analytics.query<{ organization: OrganizationId; since: Instant }>(
        { sql: 'SELECT organization, toFloat64(since) AS since FROM readings_kept FINAL', params: {} },
        options,
      ),
  };
}

export type StoredDaysStore = ReturnType<typeof storedDaysStore>;
