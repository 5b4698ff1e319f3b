import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file atomically and returns its length in bytes. Resolves once it is on disk under its name, replacing an
 * existing file. `draft` is the temporary path; callers that never write the same file concurrently may set it. The
 * draft is deleted on failure.
 */
export async function writeAtomically(
  path: string,
  content: Uint8Array | string | AsyncIterable<Uint8Array>,
  draft = `${path}.${randomUUID()}.new`,
): Promise<number> {
  const file = await open(draft, 'w', 0o600);
  let bytes: number;
  try {
    if (typeof content === 'string' || content instanceof Uint8Array) await file.writeFile(content);
    // Each call appends to the previous one.
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

/** Whether a name in the file's folder is that of a draft of it. */
export const isDraftOf = (file: string, name: string) => name.startsWith(`${file}.`) && name.endsWith('.new');

/** A rename is durable only once the folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
