import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServers } from '../../../packages/api/src/platform/testing/servers/start-servers.ts';
import { waitForOutput } from '../../../packages/api/src/platform/testing/servers/wait-for-output.ts';
import { freePort } from '../free-port.ts';
import { startFront } from './front.ts';

/**
 * Starts two workers and two web processes on PostgreSQL, a ClickHouse-compatible server and NATS, with a load balancer
 * at the journeys' port. Used with E2E_LAYOUT=several.
 */
const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-several-'));
const running: ChildProcess[] = [];
const { E2E_LAYOUT: _, ...settings } = process.env;
const port = Number(settings.PORT);

const stores = await startServers(folder, running);
const files = path.join(folder, 'files');
mkdirSync(files, { mode: 0o700 });

/** Logs of each process, to debug failed journeys. */
const logs = path.join(root, '.cache/several');
mkdirSync(logs, { recursive: true });

const servers = {
  ...stores.settings,
  ATRIUM_SECRET: 'only for journeys, only for journeys',
  ATRIUM_PUBLIC_URL: `http://127.0.0.1:${port}`,
};

/** Resolves to its address once it responds. An unexpected exit stops everything. */
async function start(role: 'web' | 'worker', name: string): Promise<string> {
  const [data, own] = [path.join(folder, name), await freePort()];
  mkdirSync(data, { mode: 0o700 });
  symlinkSync(files, path.join(data, 'files'));
  const child = spawn(process.execPath, ['packages/api/src/app/main.ts'], {
    cwd: root,
    env: { ...settings, ...servers, ATRIUM_ROLE: role, ATRIUM_DATA_DIR: data, PORT: `${own}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  child.on('exit', (code) => {
    if (!isEnding) process.exit(code ?? 1);
  });
  child.stderr.pipe(process.stderr);
  const log = createWriteStream(path.join(logs, `${name}.log`));
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => log.write(text));
  await waitForOutput(child.stdout, /ready at/);
  return `http://127.0.0.1:${own}`;
}

let isEnding = false;
process.on('SIGTERM', async () => {
  isEnding = true;
  await stores.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});

await start('worker', 'worker-1');
await start('worker', 'worker-2');
startFront(port, [await start('web', 'web-1'), await start('web', 'web-2')]);
