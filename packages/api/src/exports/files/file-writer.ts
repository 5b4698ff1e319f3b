import type { ExportPart, ExportSource } from '../rows/export-rows.ts';
import type { Words } from '../words.ts';
import type { AboutFile } from './about.ts';

/** What a file is made of. */
export interface FileContent {
  readonly source: ExportSource;
  readonly words: Words;
  readonly about: AboutFile;
  readonly direction: 'ltr' | 'rtl';
  /** The parts of the source, in their order; fails where they fail. */
  readonly parts: AsyncIterable<ExportPart>;
}

/** The bytes of a file, made as fast as they are taken. */
export type FileWriter = (content: FileContent) => AsyncIterable<Uint8Array>;
