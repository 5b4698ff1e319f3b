import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { findCommand, commands as registered } from '../../app/cli/commands/index.ts';
import { migrateAnalytics } from '../analytics/migrate-analytics.ts';
import { analyticsMigrations } from '../analytics/migrations/index.ts';
import { openAnalyticsStore } from '../analytics/open-analytics-store.ts';
import { listRelationalMigrations, migrateRelationalUntil } from '../relational/migrate-relational.ts';
import { openRelationalStore } from '../relational/relational-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { databaseUrl } from '../testing/global-setup.ts';
import { createAtrium, endAll } from '../testing/run-atrium.ts';
import { compareMigrations } from './check-schema.ts';
import { schemaNoteFile } from './schema-note.ts';

let root: string;
let admin: pg.Client;
const made: string[] = [];
const running: ChildProcess[] = [];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'atrium-schema-'));
  admin = new pg.Client({ connectionString: databaseUrl(inject('postgresSocket'), 'template1') });
  await admin.connect();
});
afterEach(() => endAll(running));
afterAll(async () => {
  for (const name of made) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  await rm(root, { recursive: true, force: true });
});

test.each([
  [[], 'empty'],
  [[1], 'earlier'],
  [[1, 2], 'earlier'],
  [[1, 2, 3], 'current'],
  [[3], 'current'],
  [[1, 2, 3, 4], 'later'],
  [[1, 9], 'later'],
] as const)('migrations %j of 1, 2, 3 are %s', (applied, state) => {
  expect(compareMigrations<number>([1, 2, 3], applied)).toBe(state);
});

/** Creates a folder or database in the state before the last migrations of both stores. */
async function earlierInstallation(folder: string, source: { folder: string } | { url: string }): Promise<void> {
  const relational = await openRelationalStore({ source, logger: createLogger('silent') });
  const client = await relational.pool.connect();
  await migrateRelationalUntil(client, (await listRelationalMigrations()).at(-2) as number);
  client.release();
  await relational.close();
  const analytics = await openAnalyticsStore({ source: { folder: join(folder, 'analytics') } });
  await migrateAnalytics(analytics, analyticsMigrations.slice(0, -1));
  await analytics.close();
}

/** All files of the embedded stores with their size and time. */
const filesOf = (folder: string) =>
  ['postgres', 'analytics'].flatMap((store) =>
    readdirSync(join(folder, store), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, store, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [path, statSync(path).size, statSync(path).mtimeMs]),
  );

/** Every command that works on an installation, except `migrate` and `restore`, which may change one. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'site apply': ['site.yaml'],
  'site export': ['Hall'],
  'user invite': ['ann@example.com', '--organization', 'Hall', '--role', 'admin'],
  'key create': ['--organization', 'Hall'],
  'import readings': [
    ...['rows.csv', '--organization', 'Hall', '--timezone', 'Europe/Zurich', '--time', 'when'],
    ...['--device', 'door', '--map', 'in=affluenceIn'],
  ],
  'import watch': ['copies', '--organization', 'Hall', '--recipe', 'hystreet', '--device', 'door', '--once'],
  'import undo': ['1', '--organization', 'Hall', '--reason', 'wrong sensor'],
  'bi-views': ['--organization', 'Hall'],
  'admin grant': ['ann@example.com'],
  'admin revoke': ['ann@example.com'],
  'import sales': ['rows.csv', '--organization', 'Hall'],
  'play-device': ['hikvision', '--organization', 'Hall'],
  backup: ['copies'],
  doctor: [],
  'explain-plan': ['--organization', 'Hall', '{ "metric": "affluenceIn" }'],
  outbox: [],
  export: ['--organization', 'Hall', '--installation', 'hall', '--from', '2026-03-01', '--to', '2026-03-02'],
  'stores accept': [],
  'organization erase': ['Hall', '--for-good'],
  'site erase': ['Hall', 'hall', '--for-good'],
};

const wordsOf = (name: string) => [
  ...name.split(' '),
  ...(commands[name] ?? []).map((word) => (/\.(yaml|csv)$|^copies$/.test(word) ? join(root, word) : word)),
];

test('no command migrates implicitly, and only applying a site file creates an installation', () => {
  // The last five only look at a server that runs.
  const names = [
    'migrate',
    'restore',
    'roll-back',
    ...Object.keys(commands),
    'status',
    'open',
    'logs',
    'completion',
    'support-bundle',
  ];
  expect(registered.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  const policies = Object.keys(commands).map((name) => {
    const found = findCommand(wordsOf(name));
    const parsed = found?.command.parse(found.args);
    if (found === null || parsed?.ok !== true) throw new Error(`${name}: ${JSON.stringify(parsed)}`);
    return { name, ...('run' in found.command ? found.command.schema?.(parsed.value.options) : {}) };
  });
  expect(policies.filter(({ migrates = false }) => migrates)).toEqual([]);
  expect(policies.filter(({ creates = false }) => creates).map(({ name }) => name)).toEqual(['site apply']);
  const dryRun = findCommand(['site', 'apply', 'site.yaml', '--dry-run']);
  const parsed = dryRun?.command.parse(dryRun.args);
  expect(
    dryRun !== null && 'run' in dryRun.command && parsed?.ok && dryRun.command.schema?.(parsed.value.options),
  ).toEqual({ migrates: false, creates: false });
});

test('commands refuse an installation of an earlier version until this version was started on it', {
  timeout: 600_000,
}, async () => {
  const folder = join(root, 'earlier');
  const atrium = createAtrium(folder, running);
  await earlierInstallation(folder, { folder: join(folder, 'postgres') });
  const before = filesOf(folder);
  // One of each kind: on the stores, on the folder, and one that may create an installation.
  writeFileSync(join(root, 'site.yaml'), '');
  for (const name of ['backup', 'doctor', 'organization erase', 'site apply']) {
    const { status, errors } = await atrium.command(...wordsOf(name));
    expect([name, status], errors).toEqual([name, 1]);
    expect(errors).toContain(`${folder} has data of an earlier version of Atrium`);
    expect(errors.trim().split('\n')).toHaveLength(1);
  }
  // Neither store was opened, because opening one may change it.
  expect(filesOf(folder)).toEqual(before);
  expect(readdirSync(root)).not.toContain('copies');

  const server = await atrium.serve();
  await server.stop();
  expect(await atrium.command(...wordsOf('backup'))).toMatchObject({ status: 0, errors: '' });
});

test('and a database of an earlier version, whatever the folder says', { timeout: 120_000 }, async () => {
  const name = `schema_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name} template template0`);
  made.push(name);
  const url = databaseUrl(inject('postgresSocket'), name);
  const folder = join(root, 'beside-a-server');
  await earlierInstallation(folder, { url });
  const note = { version: '0.0.0', relational: 0, analytics: analyticsMigrations.at(-1)?.id };
  writeFileSync(join(folder, schemaNoteFile), JSON.stringify(note));
  const atrium = createAtrium(folder, running, { DATABASE_URL: url });
  const refused = await atrium.command('doctor');
  expect(refused).toMatchObject({ status: 1, out: '' });
  expect(refused.errors).toMatch(/^DATABASE_URL \(\S+\) has data of an earlier version of Atrium[^\n]+\n$/);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select max(created_at) as last from drizzle.__drizzle_migrations');
  await client.end();
  expect(Number(rows[0].last)).toBe((await listRelationalMigrations()).at(-2));
});

test('a start and every command refuse stores migrated by a later version, and change nothing', {
  timeout: 600_000,
}, async () => {
  const folder = join(root, 'later');
  const atrium = createAtrium(folder, running);
  await atrium.fill('Hall', ['2026-03-02']);
  const noteFile = join(folder, schemaNoteFile);
  const note = readFileSync(noteFile, 'utf8');
  const refusal = ({ status, errors }: { readonly status: number; readonly errors: string }) => {
    expect(status).toBe(1);
    return /(\S+) has data of a later version of Atrium/.exec(errors)?.[1];
  };

  for (const part of [{ relational: 9e12 }, { analytics: '9999-later' }]) {
    writeFileSync(noteFile, JSON.stringify({ ...JSON.parse(note), ...part, version: '9.9.9' }));
    const before = filesOf(folder);
    expect(refusal(await atrium.refused())).toBe(folder);
    expect(filesOf(folder)).toEqual(before);
  }
  writeFileSync(noteFile, note);

  const source = { folder: join(folder, 'postgres') };
  const inRelational = async (sql: string) => {
    const store = await openRelationalStore({ source, logger: createLogger('silent') });
    await store.pool.query(sql);
    await store.close();
  };
  await inRelational("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)");
  expect(refusal(await atrium.refused())).toBe(join(folder, 'postgres'));
  expect(refusal(await atrium.command('migrate'))).toBe(join(folder, 'postgres'));
  await inRelational("delete from drizzle.__drizzle_migrations where hash = 'later'");

  const analytics = await openAnalyticsStore({ source: { folder: join(folder, 'analytics') } });
  await analytics.insert('analytics_migrations', [{ id: '9999-later' }]);
  await analytics.close();
  expect(refusal(await atrium.refused())).toBe(join(folder, 'analytics'));
});
