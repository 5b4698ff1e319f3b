import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createFileAddresses, createFileStore, type Files } from '../files/index.ts';

/** Files in a folder of their own, which goes with the run of the tests, and links that work at any time of a test. */
export function testFiles(): Files {
  const folder = join(inject('filesFolder'), randomUUID());
  const addresses = createFileAddresses({ secret: 'only for tests', clock: { now: () => Date.now() } });
  return { store: createFileStore(folder), addresses };
}
