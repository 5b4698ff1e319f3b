import type { ExportPart, ExportSource } from '../rows/export-rows.ts';
import type { Words } from '../words.ts';
import type { FileFacts } from './about.ts';

/** Content of a file. */
export interface FileContent {
  readonly source: ExportSource;
  readonly words: Words;
  readonly about: FileFacts;
  readonly direction: 'ltr' | 'rtl';
  /** Parts of the source, in order. Throws if reading fails. */
  readonly parts: AsyncIterable<ExportPart>;
}

/** Writes the bytes of a file with backpressure. */
export type FileWriter = (content: FileContent) => AsyncIterable<Uint8Array>;
