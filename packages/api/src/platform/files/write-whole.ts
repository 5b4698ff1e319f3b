import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file whole or not at all: resolves with its length when it is on disk under its name, and what was there
 * before is replaced at once. `draft` is where it is written first; whoever writes the same file one after the other
 * may name one. It is gone where writing fails.
 */
export async function writeWhole(
  path: string,
  content: Uint8Array | string | AsyncIterable<Uint8Array>,
  draft = `${path}.${randomUUID()}.new`,
): Promise<number> {
  const file = await open(draft, 'w', 0o600);
  let bytes: number;
  try {
    if (typeof content === 'string' || content instanceof Uint8Array) await file.writeFile(content);
    // Each part goes where the one before ended.
    else for await (const part of content) await file.writeFile(part);
    await file.sync();
    bytes = (await file.stat()).size;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
  return bytes;
}

/** Whether a name in the folder of a file is one that it was, or is, first written under. */
export const isDraftOf = (file: string, name: string) => name.startsWith(`${file}.`) && name.endsWith('.new');

/** A new name is lasting only when the folder that holds it is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
