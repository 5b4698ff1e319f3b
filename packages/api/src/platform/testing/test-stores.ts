import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { aClock } from '@atrium/testkit/time';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { migrateAnalytics } from '../analytics/migrate-analytics.ts';
import { type AnalyticsOptions, openAnalyticsStore } from '../analytics/open-analytics-store.ts';
import type { AnalyticsStore } from '../analytics-store.ts';
import { openRelationalStore, type RelationalStore } from '../relational/relational-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { databaseUrl } from './global-setup.ts';

type StoreOptions = Pick<AnalyticsOptions, 'poolLimits' | 'maxSeconds'>;

export interface TestStores {
  readonly relational: RelationalStore;
  readonly analytics: AnalyticsStore;
  /** Creates an organization and returns its id: tests are isolated by using one each. */
  freshOrganization(name?: string): Promise<number>;
}

/**
 * Opens the real engines, migrated and empty, for the file that calls this at top level. The clock stands still, so no
 * statement times out in the queue.
 */
export function useTestStores(options: StoreOptions = {}): TestStores {
  let opened: Awaited<ReturnType<typeof openTestStores>>;
  beforeAll(async () => {
    opened = await openTestStores(options);
  }, 60_000);
  afterAll(() => opened?.close(), 30_000);
  return {
    get relational() {
      return opened.relational;
    },
    get analytics() {
      return opened.analytics;
    },
    async freshOrganization(name = `Organization ${randomUUID()}`) {
      const { rows } = await opened.relational.pool.query('insert into organizations (name) values ($1) returning id', [
        name,
      ]);
      return rows[0].id;
    },
  };
}

async function openTestStores(options: StoreOptions) {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const socketFolder = inject('postgresSocket');
  await copyMigratedDatabase(socketFolder, database);
  const relational = await openRelationalStore({
    source: { url: databaseUrl(socketFolder, database) },
    logger: createLogger('silent'),
  });
  engine ??= openEngine();
  const { folder, keeper } = await engine;
  await removeRows(keeper);
  const analytics = await openAnalyticsStore({ ...options, source: { folder }, clock: aClock(0) });
  return {
    relational,
    analytics,
    async close() {
      await relational.close();
      await analytics.close();
    },
  };
}

/** The migrated analytics engine of this process, which every file of the process opens. */
let engine: ReturnType<typeof openEngine> | undefined;

/** Opens it for as long as the process lives, because it sometimes hangs when a process closes and opens it again. */
async function openEngine() {
  const folder = await mkdtemp(join(inject('enginesFolder'), 'engine-'));
  const keeper = await openAnalyticsStore({ source: { folder }, clock: aClock(0) });
  await migrateAnalytics(keeper);
  return { folder, keeper };
}

/** Empties every table except the list of migrations. */
async function removeRows(store: AnalyticsStore): Promise<void> {
  const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND name != 'analytics_migrations'`;
  for (const { name } of await store.query<{ name: string }>({ sql, params: {} }))
    await store.command({ sql: `TRUNCATE TABLE ${name}`, params: {} });
}

async function copyMigratedDatabase(socketFolder: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(socketFolder, 'template1') });
  await client.connect();
  try {
    await client.query(`create database ${database} template postgres`);
  } finally {
    await client.end();
  }
}
