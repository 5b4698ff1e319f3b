import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createFileStore, createFileUrls, type Files } from '../files/index.ts';

/**
 * Creates file storage in its own folder, which is deleted after the run, with URLs that do not expire during a test.
 */
export function testFiles(): Files {
  const folder = join(inject('filesFolder'), randomUUID());
  const addresses = createFileUrls({ secret: 'only for tests', clock: { now: () => Date.now() } });
  return { store: createFileStore(folder), addresses };
}
