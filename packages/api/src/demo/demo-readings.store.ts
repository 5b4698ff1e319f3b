import type { InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../platform/analytics-store.ts';

/** The demo's readings, where something went wrong with them. */
export function demoReadingsStore(analytics: AnalyticsStore) {
  return {
    /** Until when each site of an organization has reported; sites that never did are left out. */
    latest: (organization: OrganizationId) =>
      analytics.query<{ installation: InstallationId; until: Instant }>({
        sql: `SELECT installation, toFloat64(max(at + toInt64(interval) * 1000)) AS until FROM readings
          WHERE organization = {organization:UInt32} GROUP BY installation`,
        params: { organization },
      }),
  };
}
