import type { Instant } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { HistorySite } from './history-site.ts';

/** A device's reading beyond a threshold. */
export interface Exceeding {
  readonly device: number;
  readonly at: Instant;
  readonly value: number;
}

/** What the site's air sensors measured above a threshold since an instant, device by device, oldest first. */
export function co2Above(
  store: AnalyticsStore,
  { organizationId, installationId }: HistorySite,
  threshold: number,
  since: Instant,
): Promise<Exceeding[]> {
  return store.query<Exceeding>({
    sql: `SELECT device, toFloat64(at) AS at, value FROM readings FINAL
      WHERE organization = {organization:UInt32} AND installation = {installation:UInt32} AND metric = 'co2'
        AND at >= {since:Int64} AND value > {threshold:Float64}
      ORDER BY device, at`,
    params: { organization: organizationId, installation: installationId, since, threshold },
  });
}
