/**
 * Where backups lie: named bytes, written whole or not at all. A name is a path of lower-case parts, such as
 * `objects/4f/4f0c…`.
 */
export interface BackupStorage {
  /** As people know it, without what is secret. */
  readonly place: string;
  /** Resolves when the bytes are kept, whole, also through a power cut. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** null: there is none. */
  get(name: string): Promise<Buffer | null>;
  /** The names below a folder such as `objects`, in no order. */
  list(folder: string): Promise<readonly string[]>;
  /** Nothing happens where there is none. */
  delete(name: string): Promise<void>;
}
