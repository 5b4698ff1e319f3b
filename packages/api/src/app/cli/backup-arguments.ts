import { readFileSync } from 'node:fs';
import { BackupRefused } from '../../operations/backup/index.ts';
import type { Caller } from './command.ts';

const minLength = 32;

/** Returns the key from a file, or else the configured one. Null: there is none. */
export function readBackupKey(keyFile: string | undefined, configured: string | null): string | null {
  if (keyFile === undefined) return configured;
  const key = contentOf(keyFile).trim();
  if (key.length < minLength)
    throw new BackupRefused(`${keyFile} is no key: it takes a random text of at least ${minLength} characters`);
  return key;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new BackupRefused(`the key cannot be read: ${(error as Error).message}`);
  }
}

const isAddress = (place: string) => place.includes('://');

/**
 * Rewrites the arguments of a backup command for the server: makes paths absolute and adds the configured place if none
 * is given. Adds `--encrypted` if the caller has a key, so that a server without it does not write unencrypted backups.
 */
export function resolveBackupArguments(args: readonly string[], { config, absolute }: Caller): readonly string[] {
  const placed: string[] = [];
  let hasPlace = false;
  let hasKey = false;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const next = args[index + 1];
    if (arg === '--key-file' && next !== undefined) {
      placed.push(arg, absolute(next));
      hasKey = true;
      index += 1;
    } else if (arg === '--backup' && next !== undefined) {
      placed.push(arg, next);
      index += 1;
    } else if (arg.startsWith('--key-file=')) {
      placed.push('--key-file', absolute(arg.slice('--key-file='.length)));
      hasKey = true;
    } else if (arg.startsWith('-')) placed.push(arg);
    else {
      placed.push(isAddress(arg) ? arg : absolute(arg));
      hasPlace = true;
    }
  }
  if (!hasPlace && config.backup.place !== null) placed.push(config.backup.place);
  return !hasKey && config.backup.key !== null ? [...placed, '--encrypted'] : placed;
}
