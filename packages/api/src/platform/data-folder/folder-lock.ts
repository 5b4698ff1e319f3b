import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '../start-refused.ts';

export interface FolderLock {
  release(): void;
}

const sqliteBusy = 5;

/**
 * Takes an exclusive lock on the folder; null while another process holds it. Node has no file locks, so this uses
 * SQLite's, which ships with Node. It is a kernel lock that ends with the process.
 */
export function lockFolder(folder: string): FolderLock | null {
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
