/**
 * Storage of backups: named objects, written atomically. A name is a path of lower-case parts, such as
 * `objects/4f/4f0c…`.
 */
export interface BackupStorage {
  /** Location for display, without secrets. */
  readonly place: string;
  /** Resolves once the bytes are durable, as a whole. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns null if there is none. */
  get(name: string): Promise<Buffer | null>;
  /** Lists the names below a folder such as `objects`, unordered. */
  list(folder: string): Promise<readonly string[]>;
  /** Does nothing if there is none. */
  delete(name: string): Promise<void>;
}
