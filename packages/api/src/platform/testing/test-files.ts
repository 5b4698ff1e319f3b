import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Files, fileLinks, folderFileStore } from '../files/index.ts';

/** Files in a folder of their own, and links that work at any time of a test. */
export function testFiles(): Files {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-test-files-'));
  return { store: folderFileStore(folder), links: fileLinks('only for tests', { now: () => Date.now() }) };
}
