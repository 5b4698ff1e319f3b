import type { Instant } from '@atrium/domain/core';
import { type AnalyticsStore, readerFor } from '../../platform/analytics-store.ts';
import { askerOf } from '../../platform/concurrency/asker.ts';

/** One device's readings of one metric that are described alike and of one length, in no order. */
export interface StoredLine {
  readonly metric: string;
  readonly device: number;
  readonly descriptors: string;
  readonly interval: number;
  readonly times: readonly Instant[];
  readonly values: readonly number[];
  /** Empty where all weigh 1. */
  readonly weights: readonly number[];
}

/** `StoredLine`s of the readings that a condition chooses, which may say their order and how many. */
export const storedLinesWhere = (condition: string) => `
SELECT metric, device, descriptors, interval, groupArray(toFloat64(at)) AS times, groupArray(value) AS values,
  if(arrayAll(one -> one = 1, groupArray(weight)), [], groupArray(weight)) AS weights
FROM (
  SELECT metric, device, at, descriptors, interval, value, weight
  FROM readings FINAL
  WHERE ${condition}
)
GROUP BY metric, device, descriptors, interval`;

/** Whose readings, from when on, and before when. */
export interface OpenStretch {
  readonly organization: number;
  readonly installation: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** The readings of open days, as they are stored. */
export function openDaysStore(analytics: AnalyticsStore) {
  return {
    /** What is stored of a stretch; of more than `most` readings the earliest. */
    async readingsOf({ organization, installation, from, to }: OpenStretch, most: number): Promise<StoredLine[]> {
      const reader = readerFor(analytics, askerOf({ organizationId: organization, userId: null }));
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
