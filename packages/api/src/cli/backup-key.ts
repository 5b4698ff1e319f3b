import { readFileSync } from 'node:fs';
import { BackupRefused } from '../backup/index.ts';

const leastLength = 32;

/** Returns the key from a file, or else the configured one. Null: there is none. */
export function readBackupKey(keyFile: string | undefined, configured: string | null): string | null {
  if (keyFile === undefined) return configured;
  const key = contentOf(keyFile).trim();
  if (key.length < leastLength)
    throw new BackupRefused(`${keyFile} is no key: it takes a random text of at least ${leastLength} characters`);
  return key;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new BackupRefused(`the key cannot be read: ${(error as Error).message}`);
  }
}
