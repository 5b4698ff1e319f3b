import { unreadable } from './readers.ts';
import type { ReadingParts } from './reading.ts';
import { type SiteFile, siteFile } from './site-file.ts';
import { TextReading } from './text-reading.ts';

/** Result of reading a text, as plain values. */
export interface ReadText {
  /** Null if the file is malformed; the problems say why. */
  readonly file: SiteFile | null;
  readonly parts: ReadingParts;
}

/** Parses a site file synchronously, in the calling thread. */
export function readText(text: string): ReadText {
  const reading = new TextReading(text);
  if (reading.problems.length > 0) return { file: null, parts: reading.parts };
  if (reading.root === null) {
    reading.report(null, 'the file is empty: expected at least organization: { name: … }');
    return { file: null, parts: reading.parts };
  }
  const root = reading.resolve(reading.root);
  const file = root === null ? unreadable : siteFile(root, reading);
  return { file: file === unreadable ? null : file, parts: reading.parts };
}
