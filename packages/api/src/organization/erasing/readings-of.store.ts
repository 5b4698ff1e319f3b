import type { OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';

/** All that the analytics store has of an organization: its readings, and what was added up and noted of them. */
export function readingsOfStore(analytics: AnalyticsStore) {
  return {
    async count(organization: OrganizationId): Promise<number> {
      const [row] = await analytics.query<{ count: number }>({
        sql: 'SELECT toFloat64(count()) AS count FROM readings FINAL WHERE organization = {organization:UInt32}',
        params: { organization },
      });
      return row?.count ?? 0;
    },

    /** Removes all that any table has of it; resolves when it is gone from the disk. */
    async remove(organization: OrganizationId): Promise<void> {
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
  };
}
