import { open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { schemaNoteFile } from '../../platform/stores/schema-note.ts';
import { rolledBackPrefix, upgradeCopyFolder } from '../../platform/stores/upgrade-copy.ts';
import type { CopiedFile, Manifest } from './manifest.ts';
import type { Repository } from './repository.ts';
import { splitIntoPieces } from './repository.ts';

/** Top-level entries that are not copied: the stores, which have their own copies, and what only this folder needs. */
const notCopied = new Set([
  'postgres',
  'analytics',
  'lock',
  'lock-journal',
  'lock-wal',
  'lock-shm',
  'server.json',
  'control.sock',
  'restoring',
  'logs',
  schemaNoteFile,
  upgradeCopyFolder,
]);

/** Folder prefix, at the top of the data folder, under which a restore moves the previous content. */
export const asidePrefix = 'before-restore-';

const isCopied = (path: string) => {
  const [top = ''] = path.split('/');
  const isAside = [asidePrefix, rolledBackPrefix].some((prefix) => top.startsWith(prefix));
  return !notCopied.has(top) && !top.startsWith('.') && !isAside && !path.endsWith('.new');
};

/** Copies the files of the data folder outside the stores: the secret, uploaded pictures and generated images. */
export async function copyFiles(
  folder: string,
  repository: Repository,
  before: Manifest | null,
  signal: AbortSignal,
): Promise<Manifest['files']> {
  const known = new Map(before?.files.map((file) => [file.path, file]));
  const files: CopiedFile[] = [];
  for (const path of await pathsIn(folder)) {
    signal.throwIfAborted();
    const copied = await copyFile(folder, path, repository, known.get(path));
    if (copied !== null) files.push(copied);
  }
  return files;
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  const tops = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => isCopied(name));
  const found: string[] = [];
  for (const top of tops) {
    if (top.isFile()) found.push(top.name);
    if (!top.isDirectory()) continue;
    const below = await readdir(join(folder, top.name), { recursive: true, withFileTypes: true }).catch(noneWhereGone);
    for (const entry of below) if (entry.isFile()) found.push(relative(folder, join(entry.parentPath, entry.name)));
  }
  return found.filter(isCopied).sort();
}

const noneWhereGone = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

/**
 * Returns null if the file was deleted after listing. Files are replaced as a whole, so an open one does not change.
 */
async function copyFile(
  folder: string,
  path: string,
  repository: Repository,
  known: CopiedFile | undefined,
): Promise<CopiedFile | null> {
  const file = await open(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const { size, mtimeMs: changed } = await file.stat();
    if (known?.size === size && known.changed === changed) return known;
    const objects: string[] = [];
    let copied = 0;
    for await (const piece of splitIntoPieces(file.createReadStream({ autoClose: false }))) {
      objects.push(await repository.put(piece));
      copied += piece.length;
    }
    return { path, size: copied, changed, objects };
  } finally {
    await file.close();
  }
}
