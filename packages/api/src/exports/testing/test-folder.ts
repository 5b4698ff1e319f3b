import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** A folder for the file that calls this at its top level, which goes with it. */
export function useTestFolder(): { readonly path: string } {
  let path = '';
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'atrium-exports-'));
  });
  afterAll(() => rm(path, { recursive: true, force: true }));
  return {
    get path() {
      return path;
    },
  };
}
