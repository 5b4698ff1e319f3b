import type { Instant } from '@atrium/domain/core';
import { type AnalyticsStore, createQueryReader } from '../../platform/analytics-store.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';

/** One device's readings of one metric with equal descriptors and interval, unordered. */
export interface StoredLine {
  readonly metric: string;
  readonly device: number;
  readonly descriptors: string;
  readonly interval: number;
  readonly times: readonly Instant[];
  readonly values: readonly number[];
  /** Empty when all weights are 1. */
  readonly weights: readonly number[];
}

/** Selects `StoredLine`s of readings that match a condition, which may add an order and a limit. */
export const storedLinesWhere = (condition: string) => `
SELECT metric, device, descriptors, interval, groupArray(toFloat64(at)) AS times, groupArray(value) AS values,
  if(arrayAll(one -> one = 1, groupArray(weight)), [], groupArray(weight)) AS weights
FROM (
  SELECT metric, device, at, descriptors, interval, value, weight
  FROM readings FINAL
  WHERE ${condition}
)
GROUP BY metric, device, descriptors, interval`;

/** Readings of a site in a span. */
interface SiteStretch {
  readonly organization: number;
  readonly installation: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** Reads stored readings of recent days. */
export function recentDaysStore(analytics: AnalyticsStore) {
  return {
    /** Returns the readings of a span; if there are more than `most`, the earliest. */
    async readingsOf({ organization, installation, from, to }: SiteStretch, most: number): Promise<StoredLine[]> {
      const reader = createQueryReader(analytics, buildQueryOwner({ organizationId: organization, userId: null }));
      return reader.query<StoredLine>({
        sql: storedLinesWhere(
          `organization = {organization:UInt32} AND installation = {installation:UInt32} AND at >= {from:Int64} AND at < {to:Int64}
  ORDER BY at LIMIT {most:UInt32}`,
        ),
        params: { organization, installation, from, to, most },
      });
    },
  };
}
