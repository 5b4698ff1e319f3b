import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Clock, Instant } from '@atrium/domain/core';
import * as v from 'valibot';
import { StartRefused } from '../failures.ts';
import { readFreeBytes } from '../files/free-space.ts';
import { syncFolder, writeAtomically } from '../files/write-atomically.ts';
import { stopLeftoverServer } from '../relational/stop-leftover-server.ts';
import { restoringFile } from './data-folder.ts';
import { type SchemaNote, schemaNoteFile, schemaNoteForm } from './schema-note.ts';

/** Folder in the data folder with the embedded stores as they were before the last upgrade. */
export const upgradeCopyFolder = 'before-upgrade';
/** Folder prefix, in the data folder, under which a roll-back moves the data that it replaces. */
export const rolledBackPrefix = 'after-upgrade-';
const draftFolder = '.before-upgrade.new';
const descriptionFile = 'upgrade.json';
const stores = ['postgres', 'analytics'] as const;

/** Days for which the copy is kept. Until then its files take space that the engine has freed. */
export const upgradeCopyDays = 14;
const dayMs = 86_400_000;

/** Embedded stores as the previous version left them. That version can be started on them again. */
export interface UpgradeCopy {
  readonly path: string;
  /** Schema of the stores; null in folders of versions that kept no note. */
  readonly from: SchemaNote | null;
  readonly madeAt: Instant;
}

const form = v.object({ from: v.nullable(schemaNoteForm), madeAt: v.number() });

/** Returns the copy in a data folder; null without a finished one. */
export async function readUpgradeCopy(folder: string): Promise<UpgradeCopy | null> {
  const path = join(folder, upgradeCopyFolder);
  const text = await readFile(join(path, descriptionFile), 'utf8').catch(() => null);
  return text === null ? null : { path, ...v.parse(form, JSON.parse(text)) };
}

/** Bytes that a copy of the stores would take on the disk. */
export async function measureUpgradeCopy(folder: string): Promise<number> {
  let bytes = 0;
  for (const store of stores)
    for (const file of await listFiles(join(folder, store))) if (!isImmutable(file)) bytes += (await lstat(file)).size;
  return bytes;
}

/** Free space that remains beside a copy, so that the upgrade itself has room. */
const reserveBytes = 256 * 1024 * 1024;

/**
 * Copies the stores before a migration changes them, and resolves to the copy. Both stores must be closed and the
 * folder locked. Files of the analytics engine that never change are linked, so its readings take no second space. A
 * copy of the same data is kept: an upgrade that was interrupted must not replace it by half-migrated stores. Throws
 * `StartRefused` when the disk has no room; nothing has been changed by then.
 */
export async function copyBeforeUpgrade(folder: string, from: SchemaNote | null, clock: Clock): Promise<UpgradeCopy> {
  const known = await readUpgradeCopy(folder);
  if (known !== null && isSameSchema(known.from, from)) return known;
  await stopLeftoverServer(join(folder, 'postgres'));
  const draft = join(folder, draftFolder);
  await rm(draft, { recursive: true, force: true });
  await ensureRoom(folder);
  await mkdir(draft, { mode: 0o700 });
  for (const store of stores) await copyTree(join(folder, store), join(draft, store));
  const madeAt = clock.now();
  await writeAtomically(join(draft, descriptionFile), `${JSON.stringify({ from, madeAt })}\n`);
  await removeUpgradeCopy(folder);
  await rename(draft, join(folder, upgradeCopyFolder));
  await syncFolder(folder);
  return { path: join(folder, upgradeCopyFolder), from, madeAt };
}

const isSameSchema = (one: SchemaNote | null, other: SchemaNote | null) =>
  one?.relational === other?.relational && one?.analytics === other?.analytics;

async function ensureRoom(folder: string): Promise<void> {
  const needed = (await measureUpgradeCopy(folder)) + reserveBytes;
  const free = await readFreeBytes(folder);
  if (free >= needed) return;
  throw new StartRefused(
    `this version upgrades the data in ${folder}, and first copies what it needs to go back: that takes ${formatMegabytes(needed)}, and ${formatMegabytes(free)} are free. Nothing was changed: free some space and start again`,
  );
}

export const formatMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en')} MB`;

/** Deletes the copy; does nothing without one. */
export async function removeUpgradeCopy(folder: string): Promise<void> {
  const path = join(folder, upgradeCopyFolder);
  // First the description, so that what remains after a kill does not count as a copy.
  await rm(join(path, descriptionFile), { force: true });
  await rm(path, { recursive: true, force: true });
}

/** Deletes the copy once it is older than `upgradeCopyDays`. */
export async function removeOldUpgradeCopy(folder: string, clock: Clock): Promise<void> {
  const copy = await readUpgradeCopy(folder);
  if (copy !== null && copy.madeAt + upgradeCopyDays * dayMs < clock.now()) await removeUpgradeCopy(folder);
}

/**
 * Puts the stores from before the upgrade back and moves the present ones to `aside`. Both stores must be closed and
 * the folder locked. May be called again after an interruption, with the same `aside`.
 */
export async function putBackUpgradeCopy(folder: string, copy: UpgradeCopy, aside: string): Promise<void> {
  await stopLeftoverServer(join(folder, 'postgres'));
  // No version starts on half of it.
  await writeAtomically(join(folder, restoringFile), `${copy.path}\n`);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  for (const store of stores) {
    if (!(await exists(join(copy.path, store)))) continue;
    if (await exists(join(folder, store))) await rename(join(folder, store), join(aside, store));
    await rename(join(copy.path, store), join(folder, store));
  }
  const note = join(folder, schemaNoteFile);
  if (copy.from === null) await rm(note, { force: true });
  else await writeAtomically(note, `${JSON.stringify(copy.from)}\n`);
  await removeUpgradeCopy(folder);
  await rm(join(folder, restoringFile), { force: true });
  await syncFolder(folder);
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Whether a file is of a part of a table: the engine writes such files once and replaces whole parts. */
function isImmutable(file: string): boolean {
  const [, below] = file.split(`${sep}analytics${sep}store${sep}`);
  return below !== undefined && below.split(sep).length > 3;
}

/** Copies a folder and syncs each file to the disk. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile() && entry.name !== 'postmaster.pid') await copyOrLink(source, target);
  }
  await syncFolder(to);
}

async function copyOrLink(source: string, target: string): Promise<void> {
  if (isImmutable(source)) {
    const linked = await link(source, target).then(
      () => true,
      () => false,
    );
    if (linked) return;
  }
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const file = await open(target, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
