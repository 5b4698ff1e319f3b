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

/** Header of each call. The body is the content of the file. */
export interface ControlCall {
  readonly words: readonly string[];
  readonly fileName: string;
}

/** The last line of every answer. */
export interface ControlEnd {
  readonly status: 0 | 1;
}

export const callHeader = 'x-atrium-call';

/** A line for the caller, sent as it occurs, or the result of the command for programs. */
export type OutputLine = { readonly out: string } | { readonly fail: string } | { readonly result: unknown };
