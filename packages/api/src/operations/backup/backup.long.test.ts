import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createAtrium, endAll } from '../../platform/testing/run-atrium.ts';
import { listObjects } from './manifest.ts';
import { openRepository } from './repository.ts';
import { openStorage } from './storage.ts';

let root: string;
const running: ChildProcess[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-backup-'));
});
afterEach(() => endAll(running));
afterAll(() => rm(root, { recursive: true, force: true }), 300_000);

const key = 'q8Zr2LmX0vTn5KcYw7HbD4sJ1pGf9AeU';
const demo = { ATRIUM_DEMO: '1', ATRIUM_DEMO_DAYS: '7', ATRIUM_SIMULATOR: '0' };

const objectsIn = (place: string) =>
  readdirSync(join(place, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Returns an object that only the latest backup needs. */
async function objectOfLatest(place: string): Promise<string> {
  const repository = await openRepository(openStorage(place, null), { key, installation: null });
  const [object = ''] = listObjects(await repository.read((await repository.names()).at(-1) ?? ''));
  return join(place, 'objects', object.slice(0, 2), object);
}

/** Makes a demo of one week and backs it up while the server runs. */
async function backedUp() {
  const source = join(root, 'demo');
  const place = join(root, 'backups');
  const atrium = createAtrium(source, running, { ...demo, ATRIUM_BACKUP_KEY: key });
  const server = await atrium.serve(300_000);
  const first = await atrium.command('backup', place);
  await server.stop();
  // The first run also copies rollups the server added since. After that nothing changes.
  await atrium.command('backup', place);
  const again = await atrium.command('backup', place);
  return { source, place, atrium, first, again };
}
let made: Promise<Awaited<ReturnType<typeof backedUp>>> | null = null;
const backup = () => {
  made ??= backedUp();
  return made;
};

/** Sums differ in their last digits with the order in which table parts store the rows. */
const inTenDigits = (said: string): unknown =>
  JSON.parse(said, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value));

test('what is restored answers a hundred random questions as before', { timeout: 600_000 }, async () => {
  const { place, atrium, first } = await backup();
  expect(first).toMatchObject({ status: 0, errors: '' });
  const target = createAtrium(join(root, 'restored'), running, { ...demo, ATRIUM_BACKUP_KEY: key });
  const restored = await target.command('restore', place);
  expect(restored).toMatchObject({ status: 0, errors: '' });
  const start = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
  const ask = ['operations/backup/testing/ask-questions.ts', '100', start, '4'] as const;
  const before = await atrium.program(...ask);
  const after = await target.program(...ask);
  expect(before).toMatchObject({ status: 0, errors: '' });
  expect(JSON.parse(before.out)).toHaveLength(100);
  // Guards against a test whose answers have no values.
  expect(
    JSON.parse(before.out).filter((answer: unknown) => /"value":[1-9]/.test(JSON.stringify(answer))).length,
  ).toBeGreaterThan(20);
  expect(inTenDigits(after.out)).toEqual(inTenDigits(before.out));
  // Passwords still work: the secret and the files were restored.
  for (const file of ['secret', 'demo.json'])
    expect(readFileSync(join(root, 'restored', file))).toEqual(readFileSync(join(root, 'demo', file)));
  const health = await target.command('doctor');
  expect(health).toMatchObject({ status: 0, errors: '' });
});

test('a second backup copies what has changed alone', { timeout: 600_000 }, async () => {
  const { first, again } = await backup();
  const bytesOf = ({ out }: { out: string }) => Number(/^([\d.]+) MB/m.exec(out)?.[1]);
  expect(again).toMatchObject({ status: 0, errors: '' });
  // The readings at least: the server may still add rollups after its first answers.
  expect(bytesOf(first)).toBeGreaterThan(0.3);
  expect(bytesOf(again)).toBeLessThan(bytesOf(first) / 5);
});

test('a server makes its own where they are to go, and doctor restores the latest to try it', {
  timeout: 600_000,
}, async () => {
  const place = join(root, 'daily');
  const settings = { ATRIUM_BACKUP_FOLDER: place, ATRIUM_BACKUP_KEY: key, ATRIUM_METRICS_TOKEN: key };
  const atrium = createAtrium(join(root, 'hall'), running, settings);
  await atrium.fill('Hall', ['2026-01-05']);
  expect(await atrium.command('doctor')).toMatchObject({
    status: 1,
    errors: `backups: there is none in ${place} yet: atrium backup makes one\n`,
  });
  const server = await atrium.serve();
  await vi.waitFor(() => expect(readdirSync(join(place, 'backups'))).toHaveLength(1), {
    timeout: 60_000,
    interval: 50,
  });
  const health = await atrium.command('doctor', '--rehearse');
  const headers = { authorization: `Bearer ${key}` };
  const metrics = await (await fetch(`${server.address}/metrics`, { headers })).text();
  await server.stop();
  expect(health).toMatchObject({ status: 0, errors: '' });
  expect(health.out).toContain('ok  backups: the last good one is ');
  expect(health.out).toContain('ok  restore: the last backup was restored');
  expect(metrics).toMatch(/^atrium_last_backup_timestamp_seconds 1\d{9}/m);
});

test('nothing of it can be read without the key, or with another', { timeout: 600_000 }, async () => {
  const { place } = await backup();
  for (const file of objectsIn(place)) {
    const bytes = readFileSync(file);
    expect(bytes.includes('Lumen Retail') || bytes.includes('admin@demo.example')).toBe(false);
    expect(statSync(file).mode & 0o077).toBe(0);
  }
  const target = (settings: Record<string, string>) => createAtrium(join(root, 'never'), running, settings);
  expect(await target({}).command('restore', place)).toMatchObject({
    status: 1,
    errors: `the backups in ${place} are encrypted: set ATRIUM_BACKUP_KEY, or name a --key-file\n`,
  });
  const other = `${key.slice(1)}x`;
  expect(await target({ ATRIUM_BACKUP_KEY: other }).command('restore', place)).toMatchObject({
    status: 1,
    errors: `the key is not the one the backups in ${place} were made with\n`,
  });
  expect(() => statSync(join(root, 'never'))).toThrow();
});

test('a folder that has something is not written over', { timeout: 600_000 }, async () => {
  const { place } = await backup();
  const folder = join(root, 'used');
  mkdirSync(folder);
  writeFileSync(join(folder, 'secret'), 'somebody else has this secret, of 32 characters\n');
  const target = createAtrium(folder, running, { ATRIUM_BACKUP_KEY: key });
  const refused = await target.command('restore', place);
  expect(refused).toMatchObject({
    status: 1,
    errors: `${folder} is not empty: name another one (ATRIUM_DATA_DIR), or say --replace\n`,
  });
  expect(readdirSync(folder)).toEqual(['secret']);
  const replaced = await target.command('restore', place, '--replace');
  expect(replaced).toMatchObject({ status: 0, errors: '' });
  const aside = readdirSync(folder).find((name) => name.startsWith('before-restore-')) ?? '';
  expect(readFileSync(join(folder, aside, 'secret'), 'utf8')).toContain('somebody else');
});

test('backups inside the data folder are neither made nor restored from', { timeout: 600_000 }, async () => {
  const folder = join(root, 'holds-backups');
  const inside = join(folder, 'backups');
  const atrium = createAtrium(folder, running);
  await atrium.fill('Hall', ['2026-01-05']);
  const overlap = `${inside} is inside the data folder ${folder}: name a folder outside of it`;
  expect(await atrium.command('backup', inside)).toMatchObject({ status: 1, errors: `${overlap}\n` });
  const set = createAtrium(folder, running, { ATRIUM_BACKUP_FOLDER: inside });
  expect(await set.command('doctor')).toMatchObject({
    status: 1,
    errors: `backups: ATRIUM_BACKUP_FOLDER: ${overlap}\n`,
  });
  const { status, errors } = await set.refused();
  expect([status, errors]).toEqual([1, expect.stringContaining(`ATRIUM_BACKUP_FOLDER: ${overlap}`)]);
  expect(readdirSync(folder)).not.toContain('backups');

  // Moves a backup into the data folder, where an earlier version allowed it.
  const outside = join(root, 'moved-in');
  expect(await atrium.command('backup', outside)).toMatchObject({ status: 0 });
  renameSync(outside, inside);
  const before = readdirSync(folder).sort();
  expect(await atrium.command('restore', inside, '--replace')).toMatchObject({
    status: 1,
    errors: expect.stringContaining('copy the backups elsewhere'),
  });
  expect(readdirSync(folder).sort()).toEqual(before);
  expect((await atrium.command('site', 'export', 'Hall')).status).toBe(0);
});

test('a backup of which a byte has changed is refused before anything is made', { timeout: 600_000 }, async () => {
  const { place } = await backup();
  const file = await objectOfLatest(place);
  const whole = readFileSync(file);
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  writeFileSync(file, changed);
  const target = createAtrium(join(root, 'never'), running, { ATRIUM_BACKUP_KEY: key });
  const refused = await target.command('restore', place);
  writeFileSync(file, whole);
  expect(refused.status).toBe(1);
  expect(refused.errors).toMatch(/^objects\/\S+ is damaged\n$/);
  expect(() => statSync(join(root, 'never'))).toThrow();
});

test('a restore that was killed never serves, and is done again', { timeout: 600_000 }, async () => {
  const { place } = await backup();
  const folder = join(root, 'killed');
  const target = createAtrium(folder, running, { ATRIUM_BACKUP_KEY: key });
  const restoring = target.command('restore', place);
  const child = running.at(-1);
  while (!readdirSync(root).includes('killed') || !readdirSync(folder).includes('restoring'))
    await new Promise((resume) => setTimeout(resume, 5));
  child?.kill('SIGKILL');
  await restoring;
  expect(await target.refused()).toMatchObject({
    status: 1,
    errors: expect.stringContaining(`a restore into ${folder} has not come to its end: run it once more`),
  });
  expect(await target.command('restore', place)).toMatchObject({ status: 0, errors: '' });
  expect(await target.command('doctor')).toMatchObject({ status: 0, errors: '' });
});

test('what was acknowledged before a backup under load is in it, and nothing is reported missing', {
  timeout: 600_000,
}, async () => {
  const atrium = createAtrium(join(root, 'busy'), running);
  await atrium.fill('Hall', ['2026-01-05']);
  const created = await atrium.command('key', 'create', '--organization', 'Hall');
  const ingestKey = created.out.trim().split('\n').at(-1) ?? '';
  const server = await atrium.serve();
  let [acknowledged, isSending] = [0, true];
  const sending = (async () => {
    const first = Date.UTC(2026, 1, 1);
    while (isSending) {
      const readings = Array.from({ length: 50 }, (_, index) => ({
        device: 'PAD-1',
        metric: 'affluenceIn',
        at: new Date(first + (acknowledged + index) * 60_000).toISOString(),
        value: 1,
        interval: 60,
      }));
      const answer = await fetch(`${server.address}/ingest/v1/readings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(readings),
      });
      if (answer.ok) acknowledged += readings.length;
    }
  })();
  while (acknowledged < 500) await new Promise((resume) => setTimeout(resume, 20));
  const before = acknowledged;
  const taken = await atrium.command('backup', join(root, 'busy-backups'));
  isSending = false;
  await sending;
  await server.stop('SIGKILL');
  expect(taken).toMatchObject({ status: 0, errors: '' });
  expect(taken.out).toContain('it is not encrypted');

  const target = createAtrium(join(root, 'busy-restored'), running);
  expect(await target.command('restore', join(root, 'busy-backups'))).toMatchObject({ status: 0, errors: '' });
  const health = await target.command('doctor');
  expect(health).toMatchObject({ status: 0, errors: '' });
  const question = ['operations/backup/testing/ask-questions.ts', 'total', '2026-02-01', '60'] as const;
  const total = Number((await target.program(...question)).out);
  expect(total).toBeGreaterThanOrEqual(before);
  expect(total).toBeLessThanOrEqual(acknowledged);
});
