import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { embeddedPoolLimits } from '../platform/analytics/engine-pools.ts';
import { statementThreads } from '../platform/analytics/statement-threads.ts';
import { readAnnouncement } from '../platform/stores/data-folder.ts';
import { programFile } from '../platform/testing/program-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-main-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

const metricsToken = 'figures-of-this-test-0123456789abcdef';

function start(environment: Record<string, string> = {}) {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    ATRIUM_DATA_DIR: folder,
    ATRIUM_DEMO: '0',
    PORT: '0',
    MQTT_PORT: 'off',
    ATRIUM_METRICS_TOKEN: metricsToken,
    ...environment,
  };
  const child = spawn(process.execPath, [programFile('app/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const said = { out: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors += text));
  const ended = once(child, 'close').then(([status]) => status as number);
  return { child, said, ended };
}

async function ready(server: ReturnType<typeof start>): Promise<string> {
  return vi.waitFor(
    () => {
      const address = /ready at (\S+)/.exec(server.said.out)?.[1];
      if (!address) throw new Error(server.said.errors || 'not ready');
      return address;
    },
    { timeout: 50_000, interval: 20 },
  );
}

test('serves, refuses a second one on its folder, stops cleanly with connections open, and serves again after kill -9', {
  timeout: 120_000,
}, async () => {
  const first = start();
  const address = await ready(first);
  expect(first.said.out).toMatch(new RegExp(`^ +Data +${folder}$`, 'm'));
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(readAnnouncement(folder)).toEqual({ pid: first.child.pid, address });

  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.said.errors).toBe(
    `the data folder ${folder} is in use by another Atrium (process ${first.child.pid}, ${address}): stop it, or set ATRIUM_DATA_DIR\n`,
  );

  const idle = createConnection(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
  await once(idle, 'connect');
  const asking = { headers: { authorization: `Bearer ${metricsToken}` } };
  const asked = Promise.all(
    Array.from({ length: 20 }, () => fetch(`${address}/metrics`, asking).then((answer) => answer.status)),
  );
  await fetch(`${address}/readyz`);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(new Set(await asked)).toEqual(new Set([200]));
  expect(readAnnouncement(folder)).toBeNull();

  const killed = start();
  await ready(killed);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const next = start();
  expect((await fetch(`${await ready(next)}/readyz`)).status).toBe(200);
  next.child.kill('SIGINT');
  expect(await next.ended).toBe(0);
});

test('not ready while the database is down, ready again when it is back', { timeout: 120_000 }, async () => {
  const server = start();
  const address = await ready(server);
  const database = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(database, 'SIGSTOP');
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  process.kill(database, 'SIGKILL');
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503), {
    timeout: 30_000,
    interval: 5,
  });
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), {
    timeout: 30_000,
    interval: 50,
  });
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('there are more threads than statements, files and passwords need, however the product is started', async () => {
  const server = start();
  await ready(server);
  const tasks = `/proc/${server.child.pid}/task`;
  const names = readdirSync(tasks).map((task) => readFileSync(join(tasks, task, 'comm'), 'utf8').trim());
  expect(names.filter((name) => name === 'libuv-worker')).toHaveLength(statementThreads);
  const { question, ingestion, upkeep, inserts, commands } = embeddedPoolLimits;
  const pools = [question, ingestion, upkeep, inserts, commands];
  // One thread for pings, one to cancel statements, and some for everything else.
  expect(pools.reduce((sum, { connections }) => sum + connections, 2)).toBeLessThanOrEqual(statementThreads - 4);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('a wrong setting stops the start with one line each, before anything is opened', async () => {
  const untouched = join(folder, 'never-made');
  const server = start({ PORT: 'many', ATRIUM_ROLE: 'boss', ATRIUM_DATA_DIR: untouched });
  expect(await server.ended).toBe(1);
  expect(server.said.errors.trim().split('\n').toSorted()).toEqual([
    'ATRIUM_ROLE takes all, web or worker',
    'PORT takes a port number from 0 (any free one) to 65535',
  ]);
  expect(() => readFileSync(untouched)).toThrow('ENOENT');
});

test('wrong addresses of stores stop the start with one line each, before anything is opened', async () => {
  const untouched = join(folder, 'never-made');
  const server = start({
    DATABASE_URL: 'postgres://atrium:hunter2@127.0.0.1:1/atrium',
    CLICKHOUSE_URL: 'http://atrium:hunter2@127.0.0.1:1/atrium',
    ATRIUM_DATA_DIR: untouched,
  });
  expect(await server.ended).toBe(1);
  expect(server.said.errors.trim().split('\n')).toEqual([
    'DATABASE_URL (127.0.0.1:1/atrium) cannot be used: connect ECONNREFUSED 127.0.0.1:1',
    'CLICKHOUSE_URL (127.0.0.1:1/atrium) cannot be used: connect ECONNREFUSED 127.0.0.1:1',
  ]);
  expect(() => readdirSync(untouched)).toThrow('ENOENT');
});

test('a port in use stops the start and leaves the folder unlocked', { timeout: 120_000 }, async () => {
  const first = start();
  const { port } = new URL(await ready(first));
  const other = mkdtempSync(join(tmpdir(), 'atrium-main-'));
  const second = start({ PORT: port, ATRIUM_DATA_DIR: other });
  expect(await second.ended).toBe(1);
  expect(second.said.errors).toBe(`port ${port} of 127.0.0.1 is taken: stop what listens there, or set PORT\n`);
  expect(readAnnouncement(other)).toBeNull();
  const third = start({ MQTT_PORT: port, ATRIUM_DATA_DIR: other });
  expect(await third.ended).toBe(1);
  expect(third.said.errors).toBe(`port ${port} of 127.0.0.1 is taken: stop what listens there, or set MQTT_PORT\n`);
  expect(readdirSync(other)).toEqual([]);
  rmSync(other, { recursive: true });
});

test('of two installations started at once on one port, one serves on every address and the other is refused', {
  timeout: 600_000,
}, async () => {
  const probe = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(probe, 'listening');
  const address = probe.address();
  const port = address !== null && typeof address === 'object' ? `${address.port}` : '';
  probe.close();
  await once(probe, 'close');
  const other = mkdtempSync(join(tmpdir(), 'atrium-other-'));
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  const both = [start({ PORT: port, HOST: '::' }), start({ PORT: port, HOST: '::', ATRIUM_DATA_DIR: other })];
  const refused = await Promise.race(both.map((each) => each.ended.then(() => each)));
  expect(refused.said.errors).toBe(`port ${port} of :: is taken: stop what listens there, or set PORT\n`);
  const serving = both.find((each) => each !== refused) as (typeof both)[number];
  expect(await ready(serving)).toBe(`http://[::1]:${port}`);
  for (const host of ['127.0.0.1', '[::1]']) expect((await fetch(`http://${host}:${port}/readyz`)).status).toBe(200);
  serving.child.kill('SIGTERM');
  expect(await serving.ended).toBe(0);
});
