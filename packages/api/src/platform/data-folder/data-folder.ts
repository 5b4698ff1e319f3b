import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { StartRefused } from '../start-refused.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { readOrCreateSecret } from './secret-file.ts';

export interface DataFolder {
  readonly path: string;
  /** Where the embedded stores live. */
  readonly postgres: string;
  readonly analytics: string;
  readonly files: string;
  readonly outbox: string;
  /** Fonts of drawings, made at their first use from those the product comes with. */
  readonly fonts: string;
  /** This installation's own secret: at least 32 random characters that exist nowhere else. */
  readonly secret: string;
  /** Tells who comes later where this process answers. */
  announce(address: string): void;
  /** Gives the folder free. The stores must be closed by then. */
  release(): void;
}

/** In the data folder while a restore fills it. */
export const restoringFile = 'restoring';

/** Whoever is just stopping gets the time to do so. */
const usualPatienceMs = 2000;
const retryMs = 50;

/** What a running server tells about itself. */
export interface Announcement {
  readonly pid: number;
  /** Empty until the server listens. */
  readonly address: string;
}

/**
 * Takes the folder for this process alone, creating what is missing; refused while another process has it. The lock
 * is the kernel's, so a process that is killed leaves nothing behind that blocks the next.
 */
export async function openDataFolder(path: string, patienceMs = usualPatienceMs): Promise<DataFolder> {
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
    // initdb makes this one itself, whole or not at all.
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

/** Whether a data folder has an embedded store of an installation. */
export function holdsStores({
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

/** What the server that has the folder said about itself; null when none has. */
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
    // Others on the machine have no business here, also when the folder was made by hand.
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
  } catch (error) {
    throw new StartRefused(`the data folder ${path} cannot be used: ${(error as Error).message}`);
  }
}

/**
 * Folder by folder from the nearest one there is: where none may be made (below /proc) Node's own recursion never ends.
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
