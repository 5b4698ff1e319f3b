import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import { bundleServer } from '../../../../../scripts/setup/bundle-server.mjs';
import { createLogger } from '../logging/index.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../relational/embedded/embedded-postgres.ts';
import { migrateRelational, openRelationalStore, withStartLock } from '../relational/index.ts';
import { programs } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the socket of the PostgreSQL that serves this run; its database `postgres` is migrated and empty. */
    postgresSocket: string;
    /** Where the programs are that tests start. */
    programsFolder: string;
    /** Where tests keep files; it goes with the run. */
    filesFolder: string;
  }
}

const cache = join(import.meta.dirname, '../../../../../.cache');

let end = async () => {};

/** One PostgreSQL for the whole run; every test file gets a database of its own, copied from the migrated one. */
export async function setup(project: { provide(key: keyof ProvidedContext, value: string): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-test-'));
  // Where the packages are found that are not joined with them.
  await mkdir(cache, { recursive: true });
  const programsFolder = await mkdtemp(join(cache, 'programs-'));
  const logger = createLogger('silent');
  // Some tests start several products on it.
  const server = await startEmbeddedPostgres(join(folder, 'postgres'), logger, { connections: 100 });
  end = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(programsFolder, { recursive: true, force: true });
  };
  await letAnybodyIn(folder, server);
  const store = await openRelationalStore({ source: { url: databaseUrl(server.socketFolder, 'postgres') }, logger });
  await withStartLock(store, migrateRelational);
  // A database can only be copied while nobody is connected to it.
  await store.close();
  await bundleServer(programs, programsFolder);
  project.provide('postgresSocket', server.socketFolder);
  project.provide('programsFolder', programsFolder);
  project.provide('filesFolder', join(folder, 'files'));
}

export const teardown = () => end();

/** Tests come to the database by many ways; that the product's own takes a password is shown by its own tests. */
async function letAnybodyIn(folder: string, { socketFolder, password }: EmbeddedPostgres): Promise<void> {
  await writeFile(join(folder, 'postgres/pg_hba.conf'), 'local all all trust\n');
  const client = new pg.Client({ host: socketFolder, user: 'atrium', password, database: 'postgres' });
  await client.connect();
  await client.query('select pg_reload_conf()');
  await client.end();
}

export const databaseUrl = (socketFolder: string, database: string) =>
  `postgres://atrium@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
