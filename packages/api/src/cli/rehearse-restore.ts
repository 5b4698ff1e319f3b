import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../platform/config/index.ts';

/**
 * Restores the latest backup into a temporary folder, which compares every table with the backup. Runs in its own
 * process, since the analytics engine opens one folder per process.
 */
export async function rehearseRestore({ backup }: Config): Promise<string> {
  if (backup.place === null) throw new Error('there is nothing to rehearse with: set ATRIUM_BACKUP_FOLDER');
  const folder = await mkdtemp(join(tmpdir(), 'atrium-rehearsal-'));
  const { DATABASE_URL: _relational, CLICKHOUSE_URL: _analytics, ...environment } = process.env;
  const env = { ...environment, ATRIUM_DATA_DIR: join(folder, 'data') };
  try {
    await promisify(execFile)(process.execPath, [commandLine(), 'restore', backup.place], { env });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(`the last backup cannot be restored: ${stderr?.trim() || (error as Error).message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return 'the last backup was restored into a folder of its own, and every table is as it was backed up';
}

/** Returns the path of the command line's program, next to the server's. */
function commandLine(): string {
  const started = process.argv[1] ?? '';
  const program = join('cli', `main${extname(started)}`);
  return started.endsWith(`/${program}`) ? started : join(dirname(started), program);
}
