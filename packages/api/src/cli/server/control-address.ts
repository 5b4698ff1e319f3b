import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

export interface ControlAddress {
  readonly path: string;
  release(): void;
}

/** Addresses of Unix sockets hold about this much. */
const longestPath = 100;

/** Where the control socket of a data folder is; release it when it is no longer used. */
export function controlAddress(folder: string): ControlAddress {
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= longestPath || process.platform !== 'linux') return { path, release: () => {} };
  // The kernel knows the folder by a short name as long as we hold it open.
  const held = openSync(folder, 'r');
  return { path: `/proc/self/fd/${held}/control.sock`, release: () => closeSync(held) };
}
