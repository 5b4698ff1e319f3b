import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { migrateAnalytics } from '../analytics/migrate-analytics.ts';
import { analyticsMigrations } from '../analytics/migrations/index.ts';
import { openAnalyticsStore } from '../analytics/open-analytics-store.ts';
import { listRelationalMigrations, migrateRelationalUntil } from '../relational/migrate-relational.ts';
import { openRelationalStore } from '../relational/relational-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { databaseUrl } from '../testing/global-setup.ts';
import { createAtrium, endAll } from '../testing/run-atrium.ts';
import { fillEmptyTables, type Row, readRow } from './fill-tables.ts';

let root: string;
let admin: pg.Client;
const made: string[] = [];
const running: ChildProcess[] = [];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'atrium-upgrades-'));
  admin = await connected('template1');
});
afterEach(() => endAll(running));
afterAll(async () => {
  for (const name of made) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  await rm(root, { recursive: true, force: true });
});

async function connected(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(inject('postgresSocket'), database) });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function emptyDatabase(): Promise<string> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name} template template0`);
  made.push(name);
  return name;
}

/** Migrates a database up to this migration, as the version that last had it would. */
async function migrateUntil(database: string, until: number): Promise<void> {
  const url = databaseUrl(inject('postgresSocket'), database);
  const store = await openRelationalStore({ source: { url }, logger: createLogger('silent') });
  const client = await store.pool.connect();
  await migrateRelationalUntil(client, until);
  client.release();
  await store.close();
}

/**
 * Columns whose JSON a migration changes on purpose, with the fields it removes or adds. A migration that deletes data
 * must be listed here too.
 */
const changedOnPurpose: Readonly<Record<string, readonly string[]>> = {
  'alert_states.state': ['lastReadingAt', 'evaluatedUntil'],
};

const without = (value: unknown, fields: readonly string[]): unknown =>
  Object.fromEntries(Object.entries(value as object).filter(([field]) => !fields.includes(field)));

test('every migration keeps existing rows of all tables', { timeout: 120_000 }, async () => {
  const database = await emptyDatabase();
  const client = await connected(database);
  const kept: Row[] = [];
  for (const until of await listRelationalMigrations()) {
    await migrateUntil(database, until);
    kept.push(...(await fillEmptyTables(client)));
  }
  const changed: string[] = [];
  for (const { table, content } of kept) {
    const now = await readRow(client, table);
    for (const [column, value] of Object.entries(content)) {
      const name = `${table}.${column}`;
      const fields = changedOnPurpose[name];
      const read = fields === undefined ? now?.[column] : without(now?.[column], fields);
      if (!Object.hasOwn(now ?? {}, column)) changed.push(`${name} is gone`);
      else if (JSON.stringify(read) !== JSON.stringify(value)) changed.push(`${name} differs`);
    }
  }
  await client.end();
  expect(kept.length).toBeGreaterThan(60);
  expect(changed).toEqual([]);
});

test('this version starts on the oldest schema with rows in all its tables', { timeout: 120_000 }, async () => {
  const database = await emptyDatabase();
  const [oldest] = await listRelationalMigrations();
  await migrateUntil(database, oldest as number);
  const client = await connected(database);
  const kept = await fillEmptyTables(client);
  expect(kept.map(({ table }) => table)).toContain('devices');
  await client.end();

  const settings = { DATABASE_URL: databaseUrl(inject('postgresSocket'), database) };
  const atrium = createAtrium(join(root, 'data'), running, settings);
  const server = await atrium.serve();
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  await server.stop();
  expect(await atrium.command('doctor')).toMatchObject({ status: 0, errors: '' });
  const after = await connected(database);
  for (const { table } of kept) expect(await readRow(after, table), table).not.toBeNull();
  await after.end();
});

test('readings of every earlier store version are the same after migration', { timeout: 60_000 }, async () => {
  const analytics = await openAnalyticsStore({ source: { folder: join(root, 'analytics') } });
  for (const count of analyticsMigrations.keys()) {
    await migrateAnalytics(analytics, analyticsMigrations.slice(0, count + 1));
    await analytics.insert('readings', [
      { organization: 1, installation: 1, metric: 'affluenceIn', device: count, value: count },
    ]);
  }
  const stored = { sql: 'SELECT device, value FROM readings FINAL ORDER BY device', params: {} };
  expect(await analytics.query(stored, { purpose: 'upkeep' })).toEqual(
    [...analyticsMigrations.keys()].map((count) => ({ device: count, value: count })),
  );
  await analytics.close();
});
