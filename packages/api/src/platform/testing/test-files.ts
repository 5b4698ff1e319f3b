import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileAddresses, createFileStore, type Files } from '../files/index.ts';

/** Files in a folder of their own, and links that work at any time of a test. */
export function testFiles(): Files {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-test-files-'));
  const addresses = createFileAddresses({ secret: 'only for tests', clock: { now: () => Date.now() } });
  return { store: createFileStore(folder), addresses };
}
