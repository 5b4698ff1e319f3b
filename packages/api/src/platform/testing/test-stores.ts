import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
 * Opens the real engines, migrated and empty, for the file that calls this at top level. They are opened once per file:
 * the analytics engine allows one folder per process, so each file has its own process. The clock stands still, so no
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
  const folder = await mkdtemp(join(tmpdir(), 'atrium-test-analytics-'));
  const analytics = await openAnalyticsStore({ ...options, source: { folder }, clock: aClock(0) });
  await migrateAnalytics(analytics);
  return {
    relational,
    analytics,
    async close() {
      await relational.close();
      await analytics.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
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
