import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '../../../packages/api/src/platform/logging/index.ts';
import { startEmbeddedPostgres } from '../../../packages/api/src/platform/relational/embedded/embedded-postgres.ts';
import { clickhouseWire } from '../../../packages/api/src/platform/testing/clickhouse-wire.ts';
import { natsServer } from '../../../packages/api/src/platform/testing/nats-server.ts';
import { freePort } from '../free-port.ts';
import { startFront } from './front.ts';

/**
 * Two workers and two processes for pages on PostgreSQL, ClickHouse's interface and NATS, and at the journeys' port what
 * spreads connections over the pages: for journeys with E2E_LAYOUT=several.
 */
const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-several-'));
const running: ChildProcess[] = [];
const { E2E_LAYOUT: _, ...settings } = process.env;
const port = Number(settings.PORT);

const relational = await startEmbeddedPostgres(path.join(folder, 'postgres'), createLogger('silent'), {
  connections: 90,
});
const [wire, nats] = [await clickhouseWire(), await natsServer(running)];
const files = path.join(folder, 'files');
mkdirSync(files, { mode: 0o700 });

const servers = {
  DATABASE_URL: `postgres://atrium:${relational.password}@localhost/postgres?host=${encodeURIComponent(relational.socketFolder)}`,
  CLICKHOUSE_URL: wire.url,
  NATS_URL: nats.url,
  ATRIUM_SECRET: 'only for journeys, only for journeys',
  ATRIUM_PUBLIC_URL: `http://127.0.0.1:${port}`,
};

/** Resolves to its address once it answers; whatever ends before its time ends everything. */
async function start(role: 'web' | 'worker', name: string): Promise<string> {
  const [data, own] = [path.join(folder, name), await freePort()];
  mkdirSync(data, { mode: 0o700 });
  symlinkSync(files, path.join(data, 'files'));
  const child = spawn(process.execPath, ['packages/api/src/main.ts'], {
    cwd: root,
    env: { ...settings, ...servers, ATRIUM_ROLE: role, ATRIUM_DATA_DIR: data, PORT: `${own}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  child.on('exit', (code) => {
    if (!isEnding) process.exit(code ?? 1);
  });
  child.stderr.pipe(process.stderr);
  let said = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    said += text;
    if (!said.includes('ready at')) continue;
    child.stdout.on('data', () => {});
    return `http://127.0.0.1:${own}`;
  }
  throw new Error(`${name} ended: ${said}`);
}

let isEnding = false;
process.on('SIGTERM', async () => {
  isEnding = true;
  for (const child of running.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await wire.close();
  await relational.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});

await start('worker', 'worker-1');
await start('worker', 'worker-2');
startFront(port, [await start('web', 'web-1'), await start('web', 'web-2')]);
