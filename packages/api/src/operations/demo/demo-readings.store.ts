import type { InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';

/** Reads the demo's readings, to recover from a damaged state. */
export function demoReadingsStore(analytics: AnalyticsStore) {
  return {
    /** Returns the time until which each site of an organization has reported. Leaves out sites that never did. */
    latest: (organization: OrganizationId) =>
      analytics.query<{ installation: InstallationId; until: Instant }>({
        sql: `SELECT installation, toFloat64(max(at + toInt64(interval) * 1000)) AS until FROM readings
          WHERE organization = {organization:UInt32} GROUP BY installation`,
        params: { organization },
      }),
  };
}
