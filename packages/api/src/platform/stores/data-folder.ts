import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { StartRefused } from '../failures.ts';

const minimumLength = 32;

/** Returns the installation's secret. Generates it the first time, so that no two installations share one. */
function readOrCreateSecret(folder: string): string {
  const path = join(folder, 'secret');
  const found = readIfThere(path);
  if (found === null) return createSecret(path);
  // Also fixes a file that was restored by hand.
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  const secret = found.trim();
  if (secret.length < minimumLength) {
    throw new StartRefused(`${path} is damaged: put the old one back, or delete it, which signs everyone out`);
  }
  return secret;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Synced to disk before use, because tokens signed with a secret lost in a crash would all be invalid. */
function createSecret(path: string): string {
  const secret = randomBytes(32).toString('base64url');
  const unfinished = `${path}.new`;
  const file = openSync(unfinished, 'w', 0o600);
  writeSync(file, `${secret}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(unfinished, path);
  return secret;
}

interface FolderLock {
  release(): void;
}

const sqliteBusy = 5;

/**
 * Takes an exclusive lock on the folder; null while another process holds it. Node has no file locks, so this uses
 * SQLite's, which ships with Node. It is a kernel lock that ends with the process.
 */
function lockFolder(folder: string): FolderLock | null {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(join(folder, 'lock'));
  } catch (error) {
    throw new StartRefused(`the data folder ${folder} cannot be used: ${(error as Error).message}`);
  }
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null;
    throw new StartRefused(`the data folder ${folder} cannot be locked: ${(error as Error).message}`);
  }
  return { release: () => database.close() };
}

export interface DataFolder {
  readonly path: string;
  /** Folders of the embedded stores. */
  readonly postgres: string;
  readonly analytics: string;
  readonly files: string;
  readonly outbox: string;
  /** Fonts for drawings, built at first use from those shipped with the product. */
  readonly fonts: string;
  /** Secret of this installation: at least 32 random characters. */
  readonly secret: string;
  /** Publishes the address where this process answers, for other processes. */
  announce(address: string): void;
  /** Unlocks the folder. The stores must be closed by then. */
  release(): void;
}

/** Marker file in the data folder while a restore fills it. */
export const restoringFile = 'restoring';

/** Time for another process to finish stopping. */
const defaultLockTimeoutMs = 2000;
const retryMs = 50;

/** Address and process id that a running server publishes. */
export interface Announcement {
  readonly pid: number;
  /** Empty until the server listens. */
  readonly address: string;
}

/**
 * Locks the folder for this process and creates what is missing. Throws `StartRefused` while another process holds it.
 * The kernel owns the lock, so a killed process does not block the next one.
 */
export async function openDataFolder(path: string, patienceMs = defaultLockTimeoutMs): Promise<DataFolder> {
  makeFolder(path);
  const lock = await takeLock(path, patienceMs);
  const subfolder = (name: string) => {
    const folder = join(path, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
  const announcement = join(path, 'server.json');
  const announce = (address: string) => {
    const content: Announcement = { pid: process.pid, address };
    writeFileSync(announcement, JSON.stringify(content), { mode: 0o600 });
  };
  announce('');
  return {
    path,
    // initdb creates this folder itself, all or nothing.
    postgres: join(path, 'postgres'),
    analytics: subfolder('analytics'),
    files: subfolder('files'),
    outbox: subfolder('outbox'),
    fonts: subfolder('fonts'),
    secret: readOrCreateSecret(path),
    announce,
    release() {
      rmSync(announcement, { force: true });
      lock.release();
    },
  };
}

/** Whether a data folder contains an embedded store. */
export function containsStores({
  dataFolder,
  databaseUrl,
  clickhouseUrl,
}: {
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly clickhouseUrl: string | null;
}): boolean {
  const analytics = join(dataFolder, 'analytics');
  return (
    (databaseUrl === null && existsSync(join(dataFolder, 'postgres', 'PG_VERSION'))) ||
    (clickhouseUrl === null && existsSync(analytics) && readdirSync(analytics).length > 0)
  );
}

const announcementForm = v.object({ pid: v.number(), address: v.string() });

/** Reads what the running server published; null when none is running. */
export function readAnnouncement(path: string): Announcement | null {
  try {
    return v.parse(announcementForm, JSON.parse(readFileSync(join(path, 'server.json'), 'utf8')));
  } catch {
    return null;
  }
}

function makeFolder(path: string): void {
  try {
    makeMissing(path);
    // Other users of the machine get no access, even when the folder was created by hand.
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
  } catch (error) {
    throw new StartRefused(`the data folder ${path} cannot be used: ${(error as Error).message}`);
  }
}

/**
 * Creates folders one by one, because Node's recursive mkdir never returns where it may not create any (below /proc).
 */
function makeMissing(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) mkdirSync(folder, { mode: 0o700 });
}

async function takeLock(path: string, patienceMs: number): Promise<FolderLock> {
  for (let waited = 0; ; waited += retryMs) {
    const lock = lockFolder(path);
    if (lock !== null) return lock;
    if (waited >= patienceMs) break;
    await delay(retryMs);
  }
  const holder = readAnnouncement(path);
  const who = holder ? ` (process ${holder.pid}${holder.address ? `, ${holder.address}` : ''})` : '';
  throw new StartRefused(`the data folder ${path} is in use by another Atrium${who}: stop it, or set ATRIUM_DATA_DIR`);
}
