import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import type { RelationalStore } from './relational-store.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * Number of the advisory lock. Arbitrary, but must never change: it serializes processes that start at the same time.
 */
const startLock = 0x41_54_52_49;

/**
 * Runs the work while no other process migrates or sets up the same installation, on a connection without a time limit.
 */
export async function withStartLock<Answer>(
  store: RelationalStore,
  work: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await store.pool.connect();
  try {
    // Rewriting a large table takes longer than a request may.
    await client.query('set statement_timeout = 0');
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [startLock]);
    return await work(client);
  } finally {
    // Ends the session, which releases the lock and resets the settings.
    client.release(true);
  }
}

/** Migrates the database to this version's schema. All or nothing; a second run changes nothing. */
export async function migrateRelational(client: pg.PoolClient): Promise<void> {
  await migrate(drizzle(client), { migrationsFolder });
}

/** Returns the times of all migrations applied to a database, by any version; none when it is empty. */
export async function readAppliedRelationalMigrations(
  client: Pick<pg.PoolClient, 'query'>,
): Promise<readonly number[]> {
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as found");
  if (!found[0].found) return [];
  const { rows } = await client.query('select created_at as at from drizzle.__drizzle_migrations order by created_at');
  return rows.map(({ at }) => Number(at));
}

/** Returns the times of this version's migrations, in order. The database records which of them were applied. */
export async function listRelationalMigrations(): Promise<readonly number[]> {
  return (await readJournal()).entries.map(({ when }) => when);
}

/** Migrates an empty database to the schema of an earlier version, up to the migration of this time. */
export async function migrateRelationalUntil(client: pg.PoolClient, until: number): Promise<void> {
  const journal = await readJournal();
  const entries = journal.entries.filter(({ when }) => when <= until);
  const folder = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
  try {
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Journal {
  readonly entries: readonly { readonly when: number; readonly tag: string }[];
}

const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
