import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withTimeout } from '../concurrency/with-timeout.ts';
import { isRelationalCorruption } from '../damage/is-relational-corruption.ts';
import type { Logger } from '../logging/index.ts';
import { BoundedPool } from './bounded-pool.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { tracePool } from './trace-pool.ts';
import { watchForSilentServer } from './watch-for-silent-server.ts';

/** Drizzle on PostgreSQL; a transaction's callback argument fits too. */
export type Database = NodePgDatabase;

export interface RelationalStore {
  readonly db: Database;
  /** The pool itself, for what drizzle does not support (advisory locks, LISTEN). */
  readonly pool: pg.Pool;
  /** Rejects when the database does not answer within two seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface RelationalOptions {
  readonly source: { readonly folder: string } | { readonly url: string };
  readonly logger: Logger;
  /** Called whenever a statement fails because stored data is damaged. */
  readonly onDamage?: () => void;
}

const poolSize = 10;
const connectionMs = 5000;
const statementMs = 15_000;
const pingMs = 2000;

/** Opens the embedded PostgreSQL of a folder, or a server by its URL. Does not run migrations. */
export async function openRelationalStore(options: RelationalOptions): Promise<RelationalStore> {
  const { source, logger, onDamage } = options;
  const server = 'folder' in source ? await startEmbeddedPostgres(source.folder, logger) : null;
  const address = server
    ? { host: server.socketFolder, user: 'atrium', password: server.password, database: 'postgres' }
    : { connectionString: (source as { url: string }).url };
  const pool = new BoundedPool({
    ...address,
    max: poolSize,
    connectionTimeoutMillis: connectionMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 2 * statementMs,
    application_name: 'atrium',
  });
  tracePool(pool);
  const endWatch = watchForSilentServer(pool, address, () =>
    logger.warn('the database is silent: its connections are ended'),
  );
  let closing: Promise<void> | null = null;
  // The next query replaces a broken idle connection. An unhandled error event would end the process.
  pool.on('error', (error) => {
    if (closing === null) logger.warn({ err: error }, 'a database connection was lost');
  });
  // The pool handles errors of idle connections only. One that breaks between two statements of a transaction needs a
  // handler too.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    // All server errors pass here, for every kind of query.
    client.connection.on('errorMessage', (error: unknown) => isRelationalCorruption(error) && onDamage?.());
  });

  return {
    db: drizzle(pool, { casing: 'snake_case' }),
    pool,
    ping: async () => void (await withTimeout(pool.query('select 1'), pingMs)),
    close() {
      endWatch();
      closing ??= pool.end().then(() => server?.stop());
      return closing;
    },
  };
}
