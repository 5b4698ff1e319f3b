import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import { bundleServer } from '../../../../../scripts/setup/bundle-server.mjs';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../relational/embedded-postgres.ts';
import { migrateRelational, withStartLock } from '../relational/migrate-relational.ts';
import { openRelationalStore } from '../relational/relational-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { programs } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Socket folder of the run's PostgreSQL; its database `postgres` is migrated and empty. */
    postgresSocket: string;
    /** Folder of the programs that tests start. */
    programsFolder: string;
    /** Folder for files of tests, deleted after the run. */
    filesFolder: string;
  }
}

const cache = join(import.meta.dirname, '../../../../../.cache');

interface Started {
  readonly postgresSocket: string;
  readonly programsFolder: string;
  readonly filesFolder: string;
  end(): Promise<void>;
}

/** Each project of a run loads this file again, so what they share is stored in a global variable of the process. */
const run = globalThis as { atriumTestRun?: { projects: number; readonly started: Promise<Started> } };

/** Starts one PostgreSQL for the whole run; every test file gets its own copy of the migrated database. */
export async function setup(project: { provide(key: keyof ProvidedContext, value: string): void }) {
  run.atriumTestRun ??= { projects: 0, started: start() };
  run.atriumTestRun.projects += 1;
  const { postgresSocket, programsFolder, filesFolder } = await run.atriumTestRun.started;
  project.provide('postgresSocket', postgresSocket);
  project.provide('programsFolder', programsFolder);
  project.provide('filesFolder', filesFolder);
}

export async function teardown() {
  const shared = run.atriumTestRun;
  if (shared === undefined) return;
  shared.projects -= 1;
  if (shared.projects > 0) return;
  delete run.atriumTestRun;
  await (await shared.started).end();
}

async function start(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-test-'));
  // In a place where packages that are not bundled can be resolved.
  await mkdir(cache, { recursive: true });
  const programsFolder = await mkdtemp(join(cache, 'programs-'));
  const logger = createLogger('silent');
  // Some tests start several servers on it.
  const server = await startEmbeddedPostgres(join(folder, 'postgres'), logger, { connections: 100 });
  const end = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(programsFolder, { recursive: true, force: true });
  };
  await letAnybodyIn(folder, server);
  const store = await openRelationalStore({ source: { url: databaseUrl(server.socketFolder, 'postgres') }, logger });
  await withStartLock(store, migrateRelational);
  // A database can only be copied while it has no connections.
  await store.close();
  await bundleServer(programs, programsFolder);
  return { postgresSocket: server.socketFolder, programsFolder, filesFolder: join(folder, 'files'), end };
}

/**
 * Allows connections without a password, because tests connect in many ways. Separate tests check that the product
 * requires one.
 */
async function letAnybodyIn(folder: string, { socketFolder, password }: EmbeddedPostgres): Promise<void> {
  await writeFile(join(folder, 'postgres/pg_hba.conf'), 'local all all trust\n');
  const client = new pg.Client({ host: socketFolder, user: 'atrium', password, database: 'postgres' });
  await client.connect();
  await client.query('select pg_reload_conf()');
  await client.end();
}

export const databaseUrl = (socketFolder: string, database: string) =>
  `postgres://atrium@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
