/** Platform functions needed to read a file. */
export interface FileTools {
  /** Decodes text, without a byte order mark. Null: invalid in that encoding. */
  decode(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'): string | null;
  /** Unpacks raw DEFLATE, up to `most` bytes. Null: more than that, or corrupt. */
  inflate(packed: Uint8Array, most: number): Promise<Uint8Array | null>;
}
