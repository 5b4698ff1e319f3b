import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileAddresses, createFileStore, type Files } from '../files/index.ts';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Files in a folder of their own, which goes with the process, and links that work at any time of a test. */
export function testFiles(): Files {
  const folder = join(tmpdir(), `atrium-test-files-${randomUUID()}`);
  folders.push(folder);
  const addresses = createFileAddresses({ secret: 'only for tests', clock: { now: () => Date.now() } });
  return { store: createFileStore(folder), addresses };
}
