import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/**
 * Describes why backups may not be stored at this place. Null: they may. Backups below the data folder would each copy
 * all earlier ones, and a restore would move them away while reading them.
 */
export function describeOverlap(place: string, dataFolder: string): string | null {
  if (place.includes('://')) return null;
  const elsewhere = 'name a folder outside of it';
  if (foldersOf(dataFolder).some((folder) => isWithin(place, folder)))
    return `${place} is inside the data folder ${dataFolder}: ${elsewhere}`;
  return isWithin(dataFolder, place) ? `the data folder ${dataFolder} is inside ${place}: ${elsewhere}` : null;
}

/** Whether a path is a folder or lies below it, after resolving links. */
function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [realPath(path), realPath(folder)];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);
}

/** Returns the data folder and its entries, since each of them may link to another disk. */
function foldersOf(dataFolder: string): readonly string[] {
  const parts = existsSync(dataFolder) ? readdirSync(dataFolder, { withFileTypes: true }) : [];
  const links = parts.filter((part) => part.isSymbolicLink());
  return [dataFolder, ...links.map(({ name }) => join(dataFolder, name))];
}

/** Resolves links, also where the last parts of the path do not exist yet. */
function realPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute) || dirname(absolute) === absolute) return realpathSync(absolute);
  return join(realPath(dirname(absolute)), basename(absolute));
}
