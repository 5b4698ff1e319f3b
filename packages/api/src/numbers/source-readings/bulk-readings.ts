import type { InstallationId, Instant, Span } from '@atrium/domain/core';
import { sendableMetrics } from '@atrium/domain/numbers/readings';
import { type AnalyticsStore, createQueryReader } from '../../platform/analytics-store.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import type { Scope } from '../../platform/tenancy/index.ts';

/** Stored reading of a site, without visitor and position, which must not be shown. */
export interface BulkReading {
  readonly device: number;
  readonly metric: string;
  readonly at: Instant;
  /** As sent. */
  readonly value: number;
  /** Seconds; 0 for an instant. */
  readonly interval: number;
  /** `key=value` pairs joined by `;`. */
  readonly descriptors: string;
}

const isDuration = 'has({durations:Array(String)}, metric)';
const durations = [...sendableMetrics.values()].filter(({ kind }) => kind === 'duration').map(({ id }) => id);

/**
 * Reads the readings of a site in a span, as sent and in order of time, also those that a correction takes out. The
 * scope must see the site.
 */
export function readBulkReadings(
  sentReadings: AnalyticsStore,
  scope: Scope,
  installation: InstallationId,
  { from, to }: Span,
  signal: AbortSignal,
): Promise<BulkReading[]> {
  return createQueryReader(sentReadings, buildQueryOwner(scope, signal)).query<BulkReading>({
    sql: `SELECT device, toString(metric) AS metric, toFloat64(at) AS at,
        if(sent IS NULL OR ${isDuration}, readings.value, assumeNotNull(sent)) AS value,
        interval, toString(descriptors) AS descriptors
      FROM readings FINAL
      WHERE organization = {organization:UInt32} AND installation = {installation:UInt32}
        AND at >= {from:Int64} AND at < {to:Int64}
      ORDER BY readings.at, metric, device, descriptors`,
    params: { organization: scope.organizationId, installation, from, to, durations },
  });
}
