import type { AnalyticsStore } from '../analytics-store.ts';
import { restoreAdvice } from '../damage/corruption.ts';
import { StartRefused } from '../failures.ts';
import { type AnalyticsMigration, analyticsMigrations } from './migrations/index.ts';

const ledger = `CREATE TABLE IF NOT EXISTS analytics_migrations (id String, applied_at DateTime DEFAULT now())
  ENGINE = MergeTree ORDER BY id SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

/**
 * Applies pending migrations in order. The caller makes sure that only one process migrates at a time. Throws
 * `StartRefused` when tables are missing afterwards.
 */
export async function migrateAnalytics(
  store: AnalyticsStore,
  migrations: readonly AnalyticsMigration[] = analyticsMigrations,
): Promise<void> {
  await store.command({ sql: ledger, params: {} });
  const applied = new Set(await readLedger(store));
  for (const { id, statements } of migrations) {
    if (applied.has(id)) continue;
    for (const sql of statements) await store.command({ sql, params: {} });
    await store.insert('analytics_migrations', [{ id }]);
  }
  const there = await store.query<{ name: string }>(
    { sql: 'SELECT name FROM system.tables WHERE database = currentDatabase()', params: {} },
    { purpose: 'upkeep' },
  );
  const names = new Set(there.map(({ name }) => name));
  const missing = tablesOf(migrations).filter((name) => !names.has(name));
  // The engine drops a table silently when its definition file is lost.
  if (missing.length > 0)
    throw new StartRefused(`what the analytics engine has stored is damaged (no ${missing.join()}): ${restoreAdvice}`);
}

/** Returns the ids of all migrations applied to a store, by any version; none when the store is empty. */
export async function readAppliedAnalyticsMigrations(store: AnalyticsStore): Promise<readonly string[]> {
  const tables = await store.query(
    {
      sql: "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'analytics_migrations'",
      params: {},
    },
    { purpose: 'upkeep' },
  );
  return tables.length === 0 ? [] : readLedger(store);
}

async function readLedger(store: AnalyticsStore): Promise<readonly string[]> {
  const known = { sql: 'SELECT id FROM analytics_migrations', params: {} };
  const rows = await store.query<{ id: string }>(known, { purpose: 'upkeep' });
  return rows.map(({ id }) => id);
}

/** Returns the tables that exist after the migrations. */
function tablesOf(migrations: readonly AnalyticsMigration[]): readonly string[] {
  const statements = migrations.flatMap((migration) => migration.statements);
  const named = (pattern: RegExp) => statements.flatMap((sql) => pattern.exec(sql)?.[1] ?? []);
  const dropped = new Set(named(/^\s*DROP TABLE IF EXISTS (\w+)/));
  return named(/^\s*CREATE TABLE IF NOT EXISTS (\w+)/).filter((name) => !dropped.has(name));
}
