import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { asidePrefix } from '../copying/copy-files.ts';

const ofProcess = /^(lock(-\w+)?|server\.json|control\.sock)$/;
const isContent = (name: string) => !ofProcess.test(name) && !name.startsWith(asidePrefix);

/** Whether a data folder has content that a restore would have to move. */
export async function hasContent(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(noneWhereMissing)) {
    if (!isContent(entry.name)) continue;
    if (!entry.isDirectory() || (await readdir(join(folder, entry.name))).length > 0) return true;
  }
  return false;
}

/** Moves the content of a data folder into a subfolder and resolves to its path. Requires closed stores. */
export async function moveAside(folder: string, at: number): Promise<string> {
  const aside = join(folder, `${asidePrefix}${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`);
  await mkdir(aside, { mode: 0o700 });
  for (const name of await readdir(folder)) if (isContent(name)) await rename(join(folder, name), join(aside, name));
  return aside;
}

const noneWhereMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return [];
  throw error;
};
