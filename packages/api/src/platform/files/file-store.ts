import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { isDraftOf, writeWhole } from './write-whole.ts';

/**
 * Files the product keeps beside its stores: pictures, made images. A key is a path of lower-case parts, such as
 * `heatmaps/12/7_2026_11_21_all.png`: what kind it is, then the organization's id, so that none is shared and all of one
 * are found.
 */
export interface FileStore {
  /** Resolves when the bytes are on disk, whole; what was there under the key before is replaced at once. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** null: there is none. */
  get(key: string): Promise<Buffer | null>;
  /**
   * As `put`, of bytes that come one after the other and may be too many for memory: resolves with their number. While
   * they come, and where they fail, what was there before stays.
   */
  write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<number>;
  /** A file to be read bit by bit, and its length; null: there is none. Whoever asks destroys the stream. */
  read(key: string): Promise<KeptFile | null>;
  /** Takes away what a process that was killed had begun to write under the key. */
  discardDrafts(key: string): Promise<void>;
  has(key: string): Promise<boolean>;
  /** Nothing happens where there is none. */
  delete(key: string): Promise<void>;
  /** All that there is of an organization, of every kind. */
  deleteOf(organization: number): Promise<void>;
  /** The keys below a folder such as `heatmaps/12`, in no order. */
  list(folder: string): Promise<readonly string[]>;
}

export interface KeptFile {
  readonly bytes: number;
  readonly stream: Readable;
}

/** Nothing that a file system reads as another place, or folds into another name. */
const keyForm = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)?$/;

export const isFileKey = (key: string) => key.length <= 300 && keyForm.test(key);

/** `folder` belongs to the store alone. */
export function createFileStore(folder: string): FileStore {
  const place = (key: string) => {
    if (!isFileKey(key)) throw new Error(`not a key of a file: ${key}`);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = place(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeWhole(path, bytes);
    },
    get: (key) => orNull(readFile(place(key))),
    async write(key, bytes) {
      const path = place(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return writeWhole(path, bytes);
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
