import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../start-refused.ts';

const minimumLength = 32;

/** Returns the installation's secret. Generates it the first time, so that no two installations share one. */
export function readOrCreateSecret(folder: string): string {
  const path = join(folder, 'secret');
  const found = readIfThere(path);
  if (found === null) return createSecret(path);
  // Also fixes a file that was restored by hand.
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  const secret = found.trim();
  if (secret.length < minimumLength) {
    throw new StartRefused(`${path} is damaged: put the old one back, or delete it, which signs everyone out`);
  }
  return secret;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Synced to disk before use, because tokens signed with a secret lost in a crash would all be invalid. */
function createSecret(path: string): string {
  const secret = randomBytes(32).toString('base64url');
  const unfinished = `${path}.new`;
  const file = openSync(unfinished, 'w', 0o600);
  writeSync(file, `${secret}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(unfinished, path);
  return secret;
}
