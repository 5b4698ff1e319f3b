import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleServer } from '../../../../../scripts/setup/bundle-server.mjs';
import { createLogger } from '../logging/index.ts';
import { startEmbeddedPostgres } from '../relational/embedded/embedded-postgres.ts';
import { migrateRelational, openRelationalStore, withStartLock } from '../relational/index.ts';
import { programs } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the socket of the PostgreSQL that serves this run; its database `postgres` is migrated and empty. */
    postgresSocket: string;
    /** Where the programs are that tests start. */
    programsFolder: string;
  }
}

const cache = join(import.meta.dirname, '../../../../../.cache');

let end = async () => {};

/** One PostgreSQL for the whole run; every test file gets a database of its own, copied from the migrated one. */
export async function setup(project: { provide(key: 'postgresSocket' | 'programsFolder', value: string): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-test-'));
  // Where the packages are found that are not joined with them.
  await mkdir(cache, { recursive: true });
  const programsFolder = await mkdtemp(join(cache, 'programs-'));
  const logger = createLogger('silent');
  const server = await startEmbeddedPostgres(join(folder, 'postgres'), logger);
  end = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(programsFolder, { recursive: true, force: true });
  };
  const store = await openRelationalStore({ source: { url: databaseUrl(server.socketFolder, 'postgres') }, logger });
  await withStartLock(store, migrateRelational);
  // A database can only be copied while nobody is connected to it.
  await store.close();
  await bundleServer(programs, programsFolder);
  project.provide('postgresSocket', server.socketFolder);
  project.provide('programsFolder', programsFolder);
}

export const teardown = () => end();

export const databaseUrl = (socketFolder: string, database: string) =>
  `postgres://atrium@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
