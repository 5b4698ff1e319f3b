import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Instant } from '@atrium/domain/core';
import { isDraftOf, writeAtomically } from './write-atomically.ts';

/**
 * Files the product stores beside its databases: uploaded pictures, generated images. A key is a path of lower-case
 * parts, such as `heatmaps/12/7_2026_11_21_all.png`: the kind, then the organization's id. So no file is shared between
 * organizations, and all files of one can be found.
 */
export interface FileStore {
  /** Stores the bytes atomically, replacing an existing file; resolves once they are on disk. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns null when there is no such file. */
  get(key: string): Promise<Buffer | null>;
  /**
   * Like `put`, for a stream that may not fit into memory; resolves with the number of bytes. The old file stays until
   * the stream ends, and also when it fails.
   */
  write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<number>;
  /** Opens a file as a stream, with its length; null when there is none. The caller destroys the stream. */
  read(key: string): Promise<StoredFile | null>;
  /** Deletes partial files of the key that a killed process left behind. */
  discardDrafts(key: string): Promise<void>;
  has(key: string): Promise<boolean>;
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>;
  /** Deletes all files of an organization. */
  deleteOf(organization: number): Promise<void>;
  /** Returns the keys below a folder such as `heatmaps/12`, in no order. */
  list(folder: string): Promise<readonly string[]>;
  /** Returns the keys of a kind that were written before then, of each organization in turn. */
  listOld(kind: string, before: Instant): AsyncIterable<readonly string[]>;
}

export interface StoredFile {
  readonly bytes: number;
  readonly stream: Readable;
}

/** Excludes everything that a file system would resolve to another path or name. */
const keyForm = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)?$/;

export const isFileKey = (key: string) => key.length <= 300 && keyForm.test(key);

/** Creates a store that owns `folder` exclusively. */
export function createFileStore(folder: string): FileStore {
  const place = (key: string) => {
    if (!isFileKey(key)) throw new Error(`not a key of a file: ${key}`);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = place(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeAtomically(path, bytes);
    },
    get: (key) => orNull(readFile(place(key))),
    async write(key, bytes) {
      const path = place(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return writeAtomically(path, bytes);
    },
    async read(key) {
      const file = await orNull(open(place(key)));
      if (file === null) return null;
      const { size } = await file.stat();
      return { bytes: size, stream: file.createReadStream() };
    },
    async discardDrafts(key) {
      const path = place(key);
      const drafts = ((await orNull(readdir(dirname(path)))) ?? []).filter((name) => isDraftOf(basename(path), name));
      for (const name of drafts) await rm(join(dirname(path), name), { force: true });
    },
    has: async (key) => (await orNull(stat(place(key)))) !== null,
    delete: (key) => rm(place(key), { force: true }),
    async deleteOf(organization) {
      for (const kind of (await orNull(readdir(folder))) ?? [])
        await rm(join(folder, kind, `${organization}`), { recursive: true, force: true });
    },
    async list(below) {
      const names = (await orNull(readdir(place(below)))) ?? [];
      return names.map((name) => `${below}/${name}`).filter(isFileKey);
    },
    async *listOld(kind, before) {
      for (const organization of (await orNull(readdir(place(kind)))) ?? []) {
        const keys: string[] = [];
        for (const key of await this.list(`${kind}/${organization}`)) {
          const found = await orNull(stat(place(key)));
          if (found?.isFile() && found.mtimeMs < before) keys.push(key);
        }
        yield keys;
      }
    },
  };
}

async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}
