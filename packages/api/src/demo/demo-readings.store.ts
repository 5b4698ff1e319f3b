import type { InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../platform/analytics-store.ts';

/** The demo's readings, where something went wrong with them. */
export function demoReadingsStore(analytics: AnalyticsStore) {
  return {
    /** Removes all that any table has of an organization; resolves when it is gone. */
    async removeOrganization(organization: OrganizationId): Promise<void> {
      const tables = await analytics.query<{ table: string }>({
        sql: `SELECT table FROM system.columns INNER JOIN system.tables ON tables.database = columns.database AND tables.name = columns.table
          WHERE columns.database = currentDatabase() AND columns.name = 'organization' AND tables.engine LIKE '%MergeTree' ORDER BY table`,
        params: {},
      });
      for (const { table } of tables)
        await analytics.command({
          sql: `ALTER TABLE ${table} DELETE WHERE organization = {organization:UInt32} SETTINGS mutations_sync = 1`,
          params: { organization },
        });
    },

    /** Until when each site of an organization has reported; sites that never did are left out. */
    latest: (organization: OrganizationId) =>
      analytics.query<{ installation: InstallationId; until: Instant }>({
        sql: `SELECT installation, toFloat64(max(at + toInt64(interval) * 1000)) AS until FROM readings
          WHERE organization = {organization:UInt32} GROUP BY installation`,
        params: { organization },
      }),
  };
}
