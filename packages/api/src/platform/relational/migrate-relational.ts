import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import type { RelationalStore } from './relational-store.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Any number, as long as it never changes: two processes that start together take turns on it. */
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
    // Ends the session, and with it the lock and the settings, whatever happened above.
    client.release(true);
  }
}

/** Brings the database up to this version's schema. All or nothing; a second run changes nothing. */
export async function migrateRelational(client: pg.PoolClient): Promise<void> {
  await migrate(drizzle(client), { migrationsFolder });
}
