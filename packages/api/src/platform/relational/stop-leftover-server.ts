import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Fields of postmaster.pid that we use. */
interface PidFile {
  readonly pid: number;
  readonly socketFolder: string;
  readonly isReady: boolean;
}

export async function readPidFile(folder: string): Promise<PidFile | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', isReady: lines[7] === 'ready' };
}

/**
 * Ends a server that outlived the process that started it, so that there is never a second one on the folder. The
 * caller holds the lock of the data folder, so no other process uses this server.
 */
export async function stopLeftoverServer(folder: string): Promise<void> {
  const found = await readPidFile(folder);
  if (found === null || !isAlive(found.pid)) return;
  if (!(await servesFolder(found.pid, folder))) {
    // Another program now has this process id. PostgreSQL would take it for a running server and refuse to start.
    await rm(join(folder, 'postmaster.pid'), { force: true });
    return;
  }
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 5],
    ['SIGKILL', 2],
  ] as const) {
    signalTo(found.pid, signal);
    if (await diesWithin(found.pid, seconds)) return;
  }
  throw new Error(`a PostgreSQL left over from an earlier run (process ${found.pid}) does not stop`);
}

const isAlive = (pid: number) => signalTo(pid, 0);

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (!(pid > 1)) return false;
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function diesWithin(pid: number, seconds: number): Promise<boolean> {
  for (let waited = 0; waited < seconds * 1000; waited += 20) {
    if (!isAlive(pid)) return true;
    await delay(20);
  }
  return false;
}

async function servesFolder(pid: number, folder: string): Promise<boolean> {
  // Without /proc (macOS) the pid file is trusted, as pg_ctl does.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (commandLine === null) return process.platform !== 'linux';
  return commandLine.split('\0').includes(folder);
}
