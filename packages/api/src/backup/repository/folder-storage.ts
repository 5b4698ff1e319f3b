import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import type { BackupStorage } from './backup-storage.ts';

/** Stores backups in a local or mounted folder, created on the first write. */
export function createFolderStorage(folder: string): BackupStorage {
  return {
    place: folder,
    async put(name, bytes) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeAtomically(path, bytes);
    },
    get: (name) => readFile(join(folder, name)).catch(orNull),
    async list(below) {
      const entries = await readdir(join(folder, below), { recursive: true, withFileTypes: true }).catch(orNull);
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.new'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    },
    delete: (name) => rm(join(folder, name), { force: true }),
  };
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
