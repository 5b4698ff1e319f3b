import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

export interface ControlAddress {
  readonly path: string;
  release(): void;
}

/** Approximate maximum length of a Unix socket path. */
const longestPath = 100;

/** Returns the path of a data folder's control socket. Call `release` when it is no longer used. */
export function openControlAddress(folder: string): ControlAddress {
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= longestPath || process.platform !== 'linux') return { path, release: () => {} };
  // While the folder is open, the kernel provides a short path to it.
  const held = openSync(folder, 'r');
  return { path: `/proc/self/fd/${held}/control.sock`, release: () => closeSync(held) };
}
