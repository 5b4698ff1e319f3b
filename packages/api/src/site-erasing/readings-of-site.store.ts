import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../platform/analytics-store.ts';

export interface SiteOf {
  readonly organization: OrganizationId;
  readonly installation: InstallationId;
}

const ofSite = 'organization = {organization:UInt32} AND installation = {installation:UInt32}';

/** All that the analytics store has of one site: its readings, and what was added up and noted of them. */
export function readingsOfSiteStore(analytics: AnalyticsStore) {
  return {
    async count({ organization, installation }: SiteOf): Promise<number> {
      const [row] = await analytics.query<{ count: number }>({
        sql: `SELECT toFloat64(count()) AS count FROM readings FINAL WHERE ${ofSite}`,
        params: { organization, installation },
      });
      return row?.count ?? 0;
    },

    /** Removes all that any table has of it; resolves when it is gone from the disk. */
    async remove({ organization, installation }: SiteOf): Promise<void> {
      const tables = await analytics.query<{ table: string }>({
        sql: `SELECT table FROM system.columns INNER JOIN system.tables ON tables.database = columns.database AND tables.name = columns.table
          WHERE columns.database = currentDatabase() AND columns.name = 'installation' AND tables.engine LIKE '%MergeTree' ORDER BY table`,
        params: {},
      });
      for (const { table } of tables)
        await analytics.command({
          sql: `ALTER TABLE ${table} DELETE WHERE ${ofSite} SETTINGS mutations_sync = 1`,
          params: { organization, installation },
        });
    },
  };
}
