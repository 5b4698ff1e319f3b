import { open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { schemaNoteFile } from '../../platform/schema-version/index.ts';
import type { CopiedFile, Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';
import { inPieces } from './in-pieces.ts';

/** At the top of the data folder: the stores, copied in their own ways, and what belongs to a process that runs. */
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
  schemaNoteFile,
]);

/** Where a restore puts what it takes the place of; at the top of the data folder. */
export const asidePrefix = 'before-restore-';

const isCopied = (path: string) => {
  const [top = ''] = path.split('/');
  return !notCopied.has(top) && !top.startsWith('.') && !top.startsWith(asidePrefix) && !path.endsWith('.new');
};

/** Copies everything in the data folder that is in no store: the secret, pictures, images made. */
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

/** null: it went between listing and reading. Files are replaced whole, so an open one stays as it is. */
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
    for await (const piece of inPieces(file.createReadStream({ autoClose: false }))) {
      objects.push(await repository.put(piece));
      copied += piece.length;
    }
    return { path, size: copied, changed, objects };
  } finally {
    await file.close();
  }
}
