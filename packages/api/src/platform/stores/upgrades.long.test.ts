import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { migrateAnalytics, readAppliedAnalyticsMigrations } from '../analytics/migrate-analytics.ts';
import { analyticsMigrations } from '../analytics/migrations/index.ts';
import { openAnalyticsStore } from '../analytics/open-analytics-store.ts';
import {
  listRelationalMigrations,
  migrateRelationalUntil,
  readAppliedRelationalMigrations,
} from '../relational/migrate-relational.ts';
import { openRelationalStore } from '../relational/relational-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { databaseUrl } from '../testing/global-setup.ts';
import { createAtrium, endAll } from '../testing/run-atrium.ts';
import { fillEmptyTables, type Row, readRow } from './fill-tables.ts';
import { readSchemaNote, schemaNoteFile } from './schema-note.ts';
import { claimAnalytics } from './store-identity.ts';
import { upgradeCopyFolder } from './upgrade-copy.ts';

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

/** Tables whose rows have ended long ago: the first start deletes them. */
const expiring: ReadonlySet<string> = new Set([
  'sessions',
  'pending_sign_ins',
  'one_time_codes',
  'code_tries',
  'single_use_tokens',
  'trusted_browsers',
  'known_browsers',
  'short_links',
  'outbox',
  'export_jobs',
  'report_deliveries',
]);

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
  const gone: string[] = [];
  for (const { table } of kept) if ((await readRow(after, table)) === null) gone.push(table);
  expect(gone.filter((table) => !expiring.has(table))).toEqual([]);
  await after.end();
});

test('an upgrade keeps the way back: dry run, upgrade, roll-back, upgrade again', { timeout: 300_000 }, async () => {
  const folder = join(root, 'way-back');
  const relational = await openRelationalStore({
    source: { folder: join(folder, 'postgres') },
    logger: createLogger('silent'),
  });
  const client = await relational.pool.connect();
  const [last, next] = (await listRelationalMigrations()).slice(-2) as [number, number];
  await migrateRelationalUntil(client, last);
  const kept = await fillEmptyTables(client);
  const { rows } = await client.query<{ id: string }>('select id from store_identity');
  client.release();
  await relational.close();
  const earlier = analyticsMigrations.slice(0, -1);
  const analytics = await openAnalyticsStore({ source: { folder: join(folder, 'analytics') } });
  await migrateAnalytics(analytics, earlier);
  const reading = { organization: 1, installation: 1, metric: 'affluenceIn', device: 1, at: Date.now(), value: 7 };
  await analytics.insert('readings', [reading]);
  await claimAnalytics(analytics, rows[0]?.id as string);
  await analytics.close();
  const from = { version: '0.1.9', relational: last, analytics: earlier.at(-1)?.id as string };
  writeFileSync(join(folder, schemaNoteFile), JSON.stringify(from));

  const atrium = createAtrium(folder, running);
  const intent = await atrium.dryRun();
  expect(intent).toMatchObject({ status: 0, errors: '' });
  expect(intent.out).toMatch(/^Atrium \S+ would upgrade data of 0\.1\.9: settings: 1 change, readings: 1 change\.\n/);
  expect(intent.out).toMatch(/it would copy what it needs to go back: \d+ MB, kept for 14 days/);
  expect(existsSync(join(folder, upgradeCopyFolder))).toBe(false);

  const upgraded = await atrium.serve();
  await upgraded.stop();
  expect(upgraded.said.errors).toContain('atrium -- roll-back');
  expect((await atrium.dryRun()).out).toContain('would start without changing the form of the data');
  const version = readSchemaNote(folder)?.relational;
  expect(version).toBe(next);

  const back = await atrium.command('roll-back');
  expect(back).toMatchObject({ status: 0, errors: '' });
  expect(back.out).toContain('start 0.1.9');
  expect(readSchemaNote(folder)).toEqual(from);
  const restored = await openRelationalStore({
    source: { folder: join(folder, 'postgres') },
    logger: createLogger('silent'),
  });
  const reader = await restored.pool.connect();
  expect(await readAppliedRelationalMigrations(reader)).toEqual((await listRelationalMigrations()).slice(0, -1));
  for (const { table, content } of kept) expect(await readRow(reader, table), table).toMatchObject(content);
  reader.release();
  await restored.close();
  const readings = await openAnalyticsStore({ source: { folder: join(folder, 'analytics') } });
  expect(await readAppliedAnalyticsMigrations(readings)).toHaveLength(earlier.length);
  const stored = { sql: 'SELECT device, value FROM readings FINAL', params: {} };
  expect(await readings.query(stored, { purpose: 'upkeep' })).toEqual([{ device: 1, value: 7 }]);
  await readings.close();

  const again = await atrium.serve();
  await again.stop();
  expect(readSchemaNote(folder)?.relational).toBe(next);
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
