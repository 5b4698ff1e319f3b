/** What reading a file takes of the machine it runs on. */
export interface FileTools {
  /** The text; null: the bytes are no text of that encoding. A mark at the beginning is left out. */
  decode(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'): string | null;
}
