import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAtrium, endAll } from '../testing/run-atrium.ts';

/** Two installations with readings, created once; each test works on copies. */
let root: string;
let count = 0;
const running: ChildProcess[] = [];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'atrium-lost-'));
  await createAtrium(join(root, 'ours'), running).fill('Ours', ['2026-01-10', '2026-02-10', '2026-03-10']);
  await createAtrium(join(root, 'theirs'), running).fill('Theirs', ['2026-03-10']);
}, 180_000);
afterEach(() => endAll(running));
afterAll(() => rm(root, { recursive: true, force: true }), 300_000);

function copyOf(name: string): string {
  count += 1;
  const folder = join(root, `copy-${count}`);
  cpSync(join(root, name), folder, { recursive: true });
  return folder;
}

const takeAway = (path: string) => renameSync(path, `${path}-away`);
const putBack = (path: string) => renameSync(`${path}-away`, path);

/** Folders of the readings' parts, each named by its month. */
function partsOf(folder: string, month: string): string[] {
  const store = join(folder, 'analytics/store');
  return readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((path) => new RegExp(`^[^/]+/[^/]+/${month}_\\d+_\\d+_\\d+$`).test(path))
    .map((path) => join(store, path));
}

const healthy = { status: 0, errors: '' };

test('an untouched installation is healthy', { timeout: 120_000 }, async () => {
  expect(await createAtrium(copyOf('ours'), running).command('doctor')).toMatchObject(healthy);
});

test('without its relational folder a start is refused, creates none, and works once the folder is back', {
  timeout: 240_000,
}, async () => {
  const folder = copyOf('ours');
  const atrium = createAtrium(folder, running);
  const postgres = join(folder, 'postgres');
  takeAway(postgres);
  for (const ended of [
    await atrium.refused(),
    await atrium.command('doctor'),
    await atrium.command('stores', 'accept'),
  ])
    expect(ended).toEqual({
      status: 1,
      out: '',
      errors: `${postgres} has no data, but ${join(folder, 'analytics')} has readings of an installation: put back the one they belong to, or start with another data folder (ATRIUM_DATA_DIR). To begin anew without these readings, move ${join(folder, 'analytics')} elsewhere.\n`,
    });
  expect(existsSync(postgres)).toBe(false);
  putBack(postgres);
  expect(await atrium.command('doctor')).toMatchObject(healthy);
});

test('without its analytics folder a start is refused until the folder is back, or its loss is accepted', {
  timeout: 240_000,
}, async () => {
  const folder = copyOf('ours');
  const atrium = createAtrium(folder, running);
  const analytics = join(folder, 'analytics');
  takeAway(analytics);
  for (const ended of [await atrium.refused(), await atrium.command('doctor')])
    expect(ended).toEqual({
      status: 1,
      out: '',
      errors: `${analytics} has no data, but readings of this installation were acknowledged: put it back from a backup, or start with another data folder (ATRIUM_DATA_DIR). To go on without what is missing: atrium stores accept\n`,
    });
  rmSync(analytics, { recursive: true });
  putBack(analytics);
  expect(await atrium.command('doctor')).toMatchObject(healthy);
  rmSync(analytics, { recursive: true });
  const accepted = await atrium.command('stores', 'accept');
  expect(accepted).toMatchObject(healthy);
  expect(accepted.out).toBe(
    'accepted: the analytics store has no data\naccepted: readings that were acknowledged are missing: Ours, Hall: 3 days from 2026-01-10 to 2026-03-10\n',
  );
  expect(await atrium.command('doctor')).toMatchObject(healthy);
});

test('stores of two installations are not combined', { timeout: 240_000 }, async () => {
  const folder = copyOf('ours');
  rmSync(join(folder, 'analytics'), { recursive: true });
  cpSync(join(root, 'theirs/analytics'), join(folder, 'analytics'), { recursive: true });
  const atrium = createAtrium(folder, running);
  for (const ended of [await atrium.refused(), await atrium.command('stores', 'accept')]) {
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.errors).toMatch(
      /^\S+postgres belongs to the installation [\da-f-]{36}, \S+analytics to [\da-f-]{36}: put back the one that is missing/,
    );
  }
});

test('missing parts of the readings are reported until they are back or their loss is accepted', {
  timeout: 240_000,
}, async () => {
  const folder = copyOf('ours');
  const atrium = createAtrium(folder, running);
  const parts = partsOf(folder, '202602');
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts) rmSync(part, { recursive: true });
  const problem = 'readings that were acknowledged are missing: 1 day of 1 site, 2026-02-10';
  const server = await atrium.serve();
  const told = await fetch(`${server.address}/readyz`);
  expect([told.status, await told.json()]).toEqual([
    200,
    {
      status: 'ready',
      problems: [`${problem}. Put the analytics store back from a backup, or go on without them: atrium stores accept`],
    },
  ]);
  expect(server.said.errors).toContain(problem);
  const health = await atrium.command('doctor');
  expect(health.status).toBe(1);
  expect(health.errors).toBe('readings: readings that were acknowledged are missing: Ours, Hall: 1 day, 2026-02-10\n');
  expect(await atrium.command('stores', 'accept')).toMatchObject(healthy);
  expect(await (await fetch(`${server.address}/readyz`)).json()).toEqual({ status: 'ready' });
  await server.stop();
  expect(await atrium.command('doctor')).toMatchObject(healthy);
});
