import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { allocatorEnv, nodeMemoryFlags } from '../../../../scripts/setup/memory.mjs';
import { demoPassword } from '../../src/operations/demo/demo-organizations.ts';
import { waitForOutput } from '../../src/platform/testing/servers/wait-for-output.ts';
import { queryGraphql } from './query-graphql.ts';
import { isBrief } from './timing.ts';

const main = fileURLToPath(new URL('../../dist/app/main.mjs', import.meta.url));
/** Compile cache that `npm start` also uses. */
const compiled = fileURLToPath(new URL('../../../../node_modules/.cache/atrium', import.meta.url));
/** Products started here get this token. A product at another address needs its own in the environment. */
const metricsToken = process.env.ATRIUM_METRICS_TOKEN ?? randomBytes(32).toString('hex');
/** Running product with the demo. */
export interface Running {
  readonly child: ChildProcess;
  readonly address: string;
  /** Time from start to ready. */
  readonly seconds: number;
}

/**
 * Starts the product in its own process; builds its demo when the folder is empty. Browsers can use it only with a
 * fixed port: with a random one, pages would have another origin.
 */
export async function startDemo(folder: string, port = 0): Promise<Running> {
  const begin = performance.now();
  const env = {
    ...allocatorEnv,
    PATH: '/usr/bin:/bin',
    PORT: String(port),
    ATRIUM_DATA_DIR: folder,
    MQTT_PORT: 'off',
    NODE_COMPILE_CACHE: compiled,
    ATRIUM_METRICS_TOKEN: metricsToken,
    ...(isBrief ? { ATRIUM_DEMO_DAYS: '5' } : {}),
  };
  const child = spawn(process.execPath, [...nodeMemoryFlags, main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [, address] = await waitForOutput(child.stdout, /ready at (\S+)/);
  return { child, address: address as string, seconds: (performance.now() - begin) / 1000 };
}

export async function stopDemo(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Returns the token of a user who sees the whole demo. */
export async function signInDemo(address: string): Promise<string> {
  const account = { email: 'admin@demo.example', password: demoPassword };
  const login = 'query($email:String!,$password:String!){login(email:$email,password:$password){token}}';
  return ((await queryGraphql(address, null, login, account)).login as { token: string }).token;
}

/** MB of memory of a process and its children; shared memory counts once. */
export interface Resident {
  readonly all: number;
  /** Part of it that is mapped from program and library files, which the system can reclaim. */
  readonly files: number;
}

/** Measures resident memory. Memory shared with unrelated processes is divided among all of them. */
export async function measureMemory(pid: number): Promise<Resident> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(join('/proc', name, 'stat'), 'utf8').catch(() => '') : '';
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isOurs = (one: number): boolean =>
    one === pid || (parents.has(one) && one > 1 && isOurs(parents.get(one) as number));
  let [all, files] = [0, 0];
  for (const one of parents.keys()) {
    if (!isOurs(one)) continue;
    const rollup = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '');
    const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0);
    all += of('Pss');
    files += of('Pss_File');
  }
  return { all: all / 1024, files: files / 1024 };
}

export const describeMemory = ({ all, files }: Resident) =>
  `${(all - files).toFixed(0)} MB, and ${files.toFixed(0)} MB of program files that the system can reclaim`;

/** Load on the product's main thread and memory. */
interface Strain {
  /** ms of event loop lag, 99th percentile. */
  readonly lagMs: number;
  readonly longestLagMs: number;
  /** Maximum memory; `null` when the process is not ours. */
  readonly memory: Resident | null;
}

/** Watches the product until the returned function is called. */
export async function watchStrain(address: string, pid: number | null): Promise<() => Promise<Strain>> {
  // Reading the metric resets it.
  await lagOf(address);
  let isOver = false;
  let most: Resident = { all: 0, files: 0 };
  const watching = (async () => {
    while (pid !== null && !isOver) {
      most = maxMemory(most, await measureMemory(pid));
      await delay(1000);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return { ...(await lagOf(address)), memory: pid === null ? null : most };
  };
}

export const maxMemory = (left: Resident, right: Resident) =>
  left.all - left.files > right.all - right.files ? left : right;

/** Resolves when rollups exist for all days of the demo's history. */
export async function waitForRollups(address: string): Promise<void> {
  for (;;) {
    const waiting = /^atrium_rollup_days_waiting (\d+)$/m.exec(await metricsOf(address))?.[1];
    if (waiting === undefined) throw new Error(`${address}/metrics has no days that wait for rollups`);
    if (waiting === '0') return;
    await delay(500);
  }
}

async function metricsOf(address: string): Promise<string> {
  const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}/metrics: ${text}`);
  return text;
}

async function lagOf(address: string): Promise<Pick<Strain, 'lagMs' | 'longestLagMs'>> {
  const text = await metricsOf(address);
  const of = (name: string) => {
    const found = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`${address}/metrics has no event loop lag`);
    return 1000 * Number(found);
  };
  return { lagMs: of('p99'), longestLagMs: of('max') };
}
