import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What files are stored as, by the end of their key. */
export const fileTypes = { webp: 'image/webp' } as const;

export type FileKind = keyof typeof fileTypes;

export interface StoredFile {
  readonly bytes: Uint8Array;
  /** As answers name it. */
  readonly contentType: string;
}

/**
 * Files people hand in and the product makes. A key is made when a file is stored and names it for good: a changed file
 * is another file. Embedded, files lie in the data folder.
 */
export interface FileStore {
  /** Stored for good when it resolves. `place` is where among the files: an organization, then what it is. */
  put(place: readonly (string | number)[], kind: FileKind, bytes: Uint8Array): Promise<string>;
  /** null: no such file. */
  get(key: string): Promise<StoredFile | null>;
  /** No error where there is none. */
  remove(key: string): Promise<void>;
}

/** Words and numbers, nothing that leads elsewhere. */
const wellFormed = new RegExp(`^([a-z0-9-]+/)+[0-9a-f-]{36}\\.(${Object.keys(fileTypes).join('|')})$`);

export function folderFileStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!wellFormed.test(key)) return null;
    return join(folder, ...key.split('/'));
  };
  return {
    async put(place, kind, bytes) {
      const key = [...place, `${randomUUID()}.${kind}`].join('/');
      const path = pathOf(key);
      if (path === null) throw new Error(`${key} is no place for a file`);
      await writeSafely(path, bytes);
      return key;
    },

    async get(key) {
      const path = pathOf(key);
      const bytes = path === null ? null : await readFile(path).catch(ignoreMissing);
      const kind = key.split('.').at(-1) as FileKind;
      return bytes === null ? null : { bytes, contentType: fileTypes[kind] };
    },

    async remove(key) {
      const path = pathOf(key);
      if (path !== null) await rm(path, { force: true });
    },
  };
}

/** Whole or not at all, and on the disk. */
async function writeSafely(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  const entries = await open(folder, 'r');
  await entries.sync().finally(() => entries.close());
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
