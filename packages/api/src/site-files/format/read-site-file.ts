import { unreadable } from './readers.ts';
import { Reading } from './reading.ts';
import { type SiteFile, siteFile } from './site-file.ts';

/** Bytes of text; the largest real organization is a hundredth of it. */
const largest = 5_000_000;

export interface ReadSiteFile {
  /** null: not even its form is right, the problems say why. */
  readonly file: SiteFile | null;
  /** Collects the problems, also those found later against what is stored. */
  readonly reading: Reading;
}

/** Reads the form of a site file: every mistake is reported with its line and column, not only the first. */
export function readSiteFile(text: string): ReadSiteFile {
  const reading = new Reading(text.length > largest ? '' : text);
  if (text.length > largest) reading.reportAt({ line: 1, column: 1 }, `the file is larger than ${largest / 1e6} MB`);
  if (reading.problems.length > 0) return { file: null, reading };
  if (reading.root === null) {
    reading.reportAt({ line: 1, column: 1 }, 'the file is empty: expected at least organization: { name: … }');
    return { file: null, reading };
  }
  const root = reading.resolve(reading.root);
  const file = root === null ? unreadable : siteFile(root, reading);
  return { file: file === unreadable ? null : file, reading };
}
