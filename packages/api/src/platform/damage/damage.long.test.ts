import type { ChildProcess } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connectEmbedded } from '../testing/connect-embedded.ts';
import { createAtrium, endAll } from '../testing/run-atrium.ts';

let root: string;
const running: ChildProcess[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-damage-'));
});
afterEach(() => endAll(running));
afterAll(() => rm(root, { recursive: true, force: true }), 300_000);

/** Timeout of a full check, which pauses while the machine has other work. */
const walkMs = 240_000;

/** Finds the largest file of the analytics store whose path matches. */
function fileOfAnalytics(folder: string, path: RegExp): string {
  const files = readdirSync(join(folder, 'analytics'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && path.test(join(entry.parentPath, entry.name)))
    .map((entry) => realpathSync(join(entry.parentPath, entry.name)));
  const [largest] = files.toSorted((a, b) => statSync(b).size - statSync(a).size);
  if (largest === undefined) throw new Error(`no file ${path}`);
  return largest;
}

/** Files with the rows themselves. */
const rowsOfReadings = /\/readings\/\d.*\.bin$/;

function changeByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  writeFileSync(file, bytes);
}

/** Returns the path of a table's file in PostgreSQL. */
async function fileOfTable(folder: string, table: string): Promise<string> {
  const client = await connectEmbedded(folder);
  const { rows } = await client.query('select pg_relation_filepath($1) as path', [table]);
  await client.end();
  return join(folder, 'postgres', rows[0].path);
}

const ready = async (address: string) => (await fetch(`${address}/readyz`)).json();

test.each<[string, (file: string) => void]>([
  ['a byte of the readings has changed', (file) => changeByte(file, Math.floor(statSync(file).size / 2))],
  ['a file of readings is cut short', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['a file of readings is empty', (file) => truncateSync(file, 0)],
])('%s: reported at /readyz and by doctor', { timeout: 400_000 }, async (_, damage) => {
  const folder = mkdtempSync(join(root, 'readings-'));
  const atrium = createAtrium(folder, running);
  await atrium.fill('Hall', ['2026-01-05', '2026-01-06']);
  expect(await atrium.command('doctor')).toMatchObject({ status: 0 });
  damage(fileOfAnalytics(folder, rowsOfReadings));
  const server = await atrium.serve();
  await vi.waitFor(
    async () => {
      const { problems = [] } = await ready(server.address);
      expect(problems.join()).toContain('what is stored is damaged: readings, part ');
      expect(problems.join()).toContain('atrium restore');
    },
    { timeout: walkMs, interval: 100 },
  );
  const health = await atrium.command('doctor');
  await server.stop();
  expect(health.status).toBe(1);
  expect(health.errors).toContain('damage: readings, part ');
});

test('a page of settings has changed: reported at /readyz and by doctor', {
  timeout: 400_000,
}, async () => {
  const folder = mkdtempSync(join(root, 'page-'));
  const atrium = createAtrium(folder, running);
  await atrium.fill('Hall', ['2026-01-05']);
  expect(await atrium.command('key', 'create', '--organization', 'Hall')).toMatchObject({ status: 0 });
  const first = await atrium.serve();
  const file = await fileOfTable(folder, 'ingest_keys');
  expect(await ready(first.address)).toEqual({ status: 'ready' });
  await first.stop();
  changeByte(file, 8000);
  const server = await atrium.serve();
  await vi.waitFor(
    async () => {
      const { problems = [] } = await ready(server.address);
      expect(problems.join()).toContain('what is stored is damaged: table ingest_keys');
    },
    { timeout: walkMs, interval: 100 },
  );
  const health = await atrium.command('doctor');
  await server.stop();
  expect(health.errors).toContain('damage: table ingest_keys');
});

test('corruption that prevents the start is reported in one sentence', { timeout: 400_000 }, async () => {
  const folder = mkdtempSync(join(root, 'start-'));
  const atrium = createAtrium(folder, running);
  await atrium.fill('Hall', ['2026-01-05']);
  const server = await atrium.serve();
  const file = await fileOfTable(folder, 'organizations');
  const log = await fileOfTable(folder, 'audit_entries');
  await server.stop();
  changeByte(file, 8000);
  const refused = await atrium.refused();
  expect(refused.status).toBe(1);
  expect(refused.errors.trim().split('\n').at(-1)).toMatch(
    /^what PostgreSQL has stored is damaged \(invalid page .*\): .*atrium restore/,
  );
  changeByte(file, 8000);
  // A sequential scan finds no rows and no error, and the start writes to the table.
  truncateSync(log, 4096);
  const empty = await atrium.refused();
  expect(empty.errors.trim().split('\n').at(-1)).toMatch(
    /^what PostgreSQL has stored is damaged \(table audit_entries: could not read .*\): .*atrium restore/,
  );
});

test('files that the analytics engine starts from, and an index of rollups', { timeout: 400_000 }, async () => {
  const place = mkdtempSync(join(root, 'files-'));
  const whole = join(place, 'whole');
  // Two parts with days, because the engine needs an index only to read several parts.
  for (const day of ['2026-01-05', '2026-01-06']) await createAtrium(whole, running).fill('Hall', [day]);
  const damaged = (name: string, path: RegExp, damage: (file: string) => void) => {
    const folder = join(place, name);
    cpSync(whole, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    damage(fileOfAnalytics(folder, path));
    return createAtrium(folder, running);
  };
  const change = (file: string) => changeByte(file, Math.floor(statSync(file).size / 2));
  const refusals = [
    ['definition', /\/readings\.sql$/, (file: string) => truncateSync(file, 0), /\(store\/.*readings\.sql\)/],
    ['version', /\/rollup_days\/format_version\.txt$/, change, /\(store\/.*format_version\.txt\)/],
    ['no definition', /\/rollup_day_visitors\.sql$/, (file: string) => rmSync(file), /\(no rollup_day_visitors\)/],
    ['index', /\/readings\/\d.*\/primary\.cidx$/, change, /\(.*primary\.cidx.*\)/],
  ] as const;
  for (const [name, path, damage, file] of refusals) {
    const refused = await damaged(name, path, damage).refused();
    expect(refused.status).toBe(1);
    const told = refused.errors.trim().split('\n').at(-1);
    expect(told).toMatch(/^what the analytics engine has stored .*is damaged .*: Restore a backup \(atrium restore\)$/);
    expect(told).toMatch(file);
  }
  const server = await damaged('days', /\/rollup_days\/.*\/primary\.cidx$/, change).serve();
  await vi.waitFor(
    async () => {
      const { problems = [] } = await ready(server.address);
      expect(problems.join()).toContain('what was asked for could not be read');
      expect(problems.join()).toContain('what is stored is damaged: rollup_days, part ');
    },
    { timeout: walkMs, interval: 100 },
  );
  await server.stop();
});
