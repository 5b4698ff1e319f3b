import { unreadable } from './reading/readers.ts';
import type { ReadingParts } from './reading/reading.ts';
import { TextReading } from './reading/text-reading.ts';
import { type SiteFile, siteFile } from './site-file.ts';

/** What came of a text, in plain values. */
export interface ReadText {
  /** null: not even its form is right, the problems say why. */
  readonly file: SiteFile | null;
  readonly parts: ReadingParts;
}

/** Reads the form of a site file at once, in the thread that asks. */
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
