import { setTimeout as delay } from 'node:timers/promises';
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
