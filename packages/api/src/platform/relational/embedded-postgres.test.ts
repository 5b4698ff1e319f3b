import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { StartRefused } from '../failures.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type EmbeddedPostgres, locatePostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { chooseRunAs } from './run-as.ts';
import { readPidFile } from './stop-leftover-server.ts';

const logger = createLogger('silent');
/** Prepared database: creating one is slow, copying is fast. */
const made = mkdtempSync(join(tmpdir(), 'atrium-postgres-made-'));
beforeAll(async () => (await startEmbeddedPostgres(join(made, 'postgres'), logger)).stop());
afterAll(() => rmSync(made, { recursive: true, force: true }));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-postgres-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function madeFolder(...below: string[]): string {
  const folder = join(root, ...below, 'postgres');
  cpSync(join(made, 'postgres'), folder, { recursive: true });
  chmodSync(folder, 0o700);
  return folder;
}

type Way = Pick<EmbeddedPostgres, 'socketFolder' | 'password'>;

async function ask({ socketFolder, password }: Way, text: string): Promise<unknown> {
  const client = new pg.Client({ host: socketFolder, user: 'atrium', password, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    return Object.values((await client.query(text)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

test('missing or damaged files needed for the start are reported in one sentence', async () => {
  const gone = madeFolder('gone');
  rmSync(join(gone, 'pg_xact/0000'));
  const empty = madeFolder('empty');
  writeFileSync(join(empty, 'PG_VERSION'), '');
  for (const [folder, why] of [
    [gone, 'pg_xact/0000'],
    [empty, 'not a valid data directory'],
  ] as const) {
    const refused = await startEmbeddedPostgres(folder, logger).catch((error) => error);
    expect(refused).toBeInstanceOf(StartRefused);
    expect(refused.message).toMatch(/^the embedded PostgreSQL does not start \(.*\)\. Where .*atrium restore/);
    expect(refused.message).toContain(why);
  }
});

test('syncs commits, listens only on its socket, and keeps its data', async () => {
  const folder = madeFolder();
  const first = await startEmbeddedPostgres(folder, logger);
  expect(await ask(first, 'show fsync')).toBe('on');
  expect(await ask(first, 'show listen_addresses')).toBe('');
  await ask(first, 'create table kept as select 42 as answer');
  await first.stop();
  const second = await startEmbeddedPostgres(folder, logger);
  expect(await ask(second, 'select answer from kept')).toBe(42);
  await second.stop();
  expect(await readPidFile(folder)).toBeNull();
});

test('requires its password, which only its own account can read, and creates a missing one', async () => {
  const folder = madeFolder();
  const refused = { code: '28P01' };
  const first = await startEmbeddedPostgres(folder, logger);
  expect(await ask(first, 'select 1')).toBe(1);
  await expect(ask({ ...first, password: 'another' }, 'select 1')).rejects.toMatchObject(refused);
  await expect(ask({ ...first, password: '' }, 'select 1')).rejects.toThrow();
  expect(statSync(join(folder, 'atrium-password')).mode & 0o077).toBe(0);
  await first.stop();
  // A folder from before passwords existed, and one whose password file was lost.
  for (const change of [
    () => writeFileSync(join(folder, 'pg_hba.conf'), 'local all all trust\n'),
    () => rmSync(join(folder, 'atrium-password')),
  ]) {
    const before = readFileSync(join(folder, 'atrium-password'), 'utf8');
    change();
    const server = await startEmbeddedPostgres(folder, logger);
    expect(server.password).not.toBe(before);
    expect(await ask(server, 'select 1')).toBe(1);
    await expect(ask({ ...server, password: before }, 'select 1')).rejects.toMatchObject(refused);
    await server.stop();
  }
  const last = await startEmbeddedPostgres(folder, logger);
  expect(last.password).toBe(readFileSync(join(folder, 'atrium-password'), 'utf8'));
  await last.stop();
});

test('a first start killed halfway is repeated', async () => {
  const folder = join(root, 'postgres');
  mkdirSync(join(root, '.postgres-new'));
  writeFileSync(join(root, '.postgres-new/PG_VERSION'), '18');
  const server = await startEmbeddedPostgres(folder, logger);
  expect(await ask(server, 'select 1')).toBe(1);
  await server.stop();
});

test('a server that outlived its owner is stopped before a new one starts', async () => {
  const folder = madeFolder();
  const { postgres } = await locatePostgres();
  const runAs = chooseRunAs();
  // Not tied to this process and not supervised, like a real orphan.
  const prefix = runAs.prefix.filter((word) => ['unshare', '-U', '--'].includes(word)).slice(0, 3);
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`];
  const [program, ...args] = [...prefix, postgres, '-D', folder, ...settings] as [string, ...string[]];
  const orphan = spawn(program, args, { ...runAs.account, stdio: 'ignore', detached: true });
  await vi.waitFor(async () => expect((await readPidFile(folder))?.isReady).toBe(true), { timeout: 10_000 });
  const ended = once(orphan, 'exit');
  const server = await startEmbeddedPostgres(folder, logger);
  await ended;
  expect((await readPidFile(folder))?.pid).not.toBe(orphan.pid);
  expect(await ask(server, 'select 1')).toBe(1);
  await server.stop();
});

test('the process id of a dead server, now of another program, prevents no start', async () => {
  const folder = madeFolder();
  const stranger = spawn('sleep', ['30'], { stdio: 'ignore' });
  writeFileSync(join(folder, 'postmaster.pid'), `${stranger.pid}\n${folder}\n1\n5432\n${folder}\n\n  1 1\nready   \n`);
  const server = await startEmbeddedPostgres(folder, logger);
  expect(await ask(server, 'select 1')).toBe(1);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  await server.stop();
  stranger.kill();
});

test('a folder too deep for a socket gets a short one elsewhere, which is removed after the stop', async () => {
  const folder = madeFolder('d'.repeat(100));
  const server = await startEmbeddedPostgres(folder, logger);
  expect(dirname(server.socketFolder)).toBe(tmpdir());
  expect(await ask(server, 'select 1')).toBe(1);
  await server.stop();
  expect(existsSync(server.socketFolder)).toBe(false);
});

test('a crashed server is restarted', async () => {
  const folder = madeFolder();
  const server = await startEmbeddedPostgres(folder, logger);
  const before = await readPidFile(folder);
  process.kill(before?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(async () => expect(await ask(server, 'select 1')).toBe(1), {
    timeout: 10_000,
    interval: 50,
  });
  expect((await readPidFile(folder))?.pid).not.toBe(before?.pid);
  await server.stop();
});
