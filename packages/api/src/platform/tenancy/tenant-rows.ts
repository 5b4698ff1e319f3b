import { setTimeout as delay } from 'node:timers/promises';
import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { and, eq } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnalyticsStore, Statement } from '../analytics-store.ts';

const lookEveryMs = 20;

/**
 * Deletes rows of a table and resolves when no part contains them any more. Polls for the end, because the engine's own
 * waiting (`mutations_sync`) sometimes never returns, and would block all other commands.
 */
export async function deleteRows(
  analytics: AnalyticsStore,
  table: string,
  { sql: which, params }: Statement,
): Promise<void> {
  await analytics.command({ sql: `ALTER TABLE ${table} DELETE WHERE ${which} SETTINGS mutations_sync = 0`, params });
  for (;;) {
    const underWay = await analytics.query<{ reason: string }>(
      {
        sql: `SELECT latest_fail_reason AS reason FROM system.mutations
          WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done`,
        params: { table },
      },
      { purpose: 'upkeep' },
    );
    const failed = underWay.find(({ reason }) => reason !== '');
    if (failed !== undefined) throw new Error(`rows of ${table} could not be deleted: ${failed.reason}`);
    if (underWay.length === 0) return;
    await delay(lookEveryMs);
  }
}

/** Owner of the rows: an organization, or one of its sites. */
export interface RowOwner {
  readonly organization: number;
  readonly installation?: number;
}

/** Identifies a site by its organization and installation. */
export interface SiteRef extends RowOwner {
  readonly organization: OrganizationId;
  readonly installation: InstallationId;
}

interface SiteColumns {
  readonly organizationId: AnyPgColumn;
  readonly installationId: AnyPgColumn;
}

/** Returns the condition for the rows of a site in a relational table. */
export const isOfSite = ({ organizationId, installationId }: SiteColumns, { organization, installation }: SiteRef) =>
  and(eq(organizationId, organization), eq(installationId, installation));

/**
 * Accesses all rows of an organization or a site in the analytics store: its readings and everything derived from them.
 */
export function openTenantRows(analytics: AnalyticsStore, { organization, installation }: RowOwner) {
  const params = { organization, ...(installation === undefined ? {} : { installation }) };
  const isTheirs = Object.keys(params)
    .map((column) => `${column} = {${column}:UInt32}`)
    .join(' AND ');
  return {
    async countReadings(): Promise<number> {
      const [row] = await analytics.query<{ count: number }>({
        sql: `SELECT toFloat64(count()) AS count FROM readings FINAL WHERE ${isTheirs}`,
        params,
      });
      return row?.count ?? 0;
    },

    /** Removes all rows from every table; resolves when they are gone from disk. */
    async remove(): Promise<void> {
      const tables = await analytics.query<{ table: string }>({
        sql: `SELECT table FROM system.columns INNER JOIN system.tables ON tables.database = columns.database AND tables.name = columns.table
          WHERE columns.database = currentDatabase() AND columns.name = {column:String} AND tables.engine LIKE '%MergeTree' ORDER BY table`,
        // Every table with a site column also has an organization column.
        params: { column: installation === undefined ? 'organization' : 'installation' },
      });
      for (const { table } of tables) await deleteRows(analytics, table, { sql: isTheirs, params });
    },
  };
}
