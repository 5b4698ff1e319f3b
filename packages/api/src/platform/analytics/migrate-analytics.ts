import type { AnalyticsStore } from '../analytics-store.ts';
import { type AnalyticsMigration, analyticsMigrations } from './migrations/index.ts';

const ledger = `CREATE TABLE IF NOT EXISTS analytics_migrations (id String, applied_at DateTime DEFAULT now())
  ENGINE = MergeTree ORDER BY id SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

/** Applies what this store has not seen yet, in order. The caller sees to it that nobody else does so at the same time. */
export async function migrateAnalytics(
  store: AnalyticsStore,
  migrations: readonly AnalyticsMigration[] = analyticsMigrations,
): Promise<void> {
  await store.command({ sql: ledger, params: {} });
  const known = { sql: 'SELECT id FROM analytics_migrations', params: {} };
  const rows = await store.query<{ id: string }>(known, { purpose: 'upkeep' });
  const applied = new Set(rows.map((row) => row.id));
  for (const { id, statements } of migrations) {
    if (applied.has(id)) continue;
    for (const sql of statements) await store.command({ sql, params: {} });
    await store.insert('analytics_migrations', [{ id }]);
  }
}
