import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file whole or not at all: resolves when it is on disk under its name, and what was there before is replaced
 * at once. `draft` is where it is written first; whoever writes the same file one after the other may name one.
 */
export async function writeWhole(
  path: string,
  content: Uint8Array | string,
  draft = `${path}.${randomUUID()}.new`,
): Promise<void> {
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** A new name is lasting only when the folder that holds it is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
