import { AsyncResource } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { withTimeout } from '../concurrency/timing.ts';
import { Overloaded } from '../failures.ts';
import type { Logger } from '../telemetry/logger.ts';
import { beginSpan } from '../telemetry/spans.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { isRelationalCorruption } from './relational-errors.ts';

interface SilenceLimits {
  /** ms of use of a connection after which the server is checked. */
  readonly usedMs: number;
  /** Timeout of one check in ms; the server is checked twice. */
  readonly answerMs: number;
}

const defaultLimits: SilenceLimits = { usedMs: 2000, answerMs: 3000 };
const looksWithin = 4;
/** Minimum ms between two checks, for long statements on a server that answers. */
const minPauseMs = 5000;

/**
 * Detects a server that is paused or whose machine vanished. Its connections do not break, and the statement timeout is
 * enforced by the server itself, so statements would wait forever. While a statement takes long, the server is checked
 * on a separate connection. If it is silent, all connections of the pool are ended, and waiting callers get an error
 * that the store is unreachable. Returns a function that ends the watch.
 */
export function watchForSilentServer(
  pool: pg.Pool,
  address: pg.ClientConfig,
  onSilence: () => void,
  limits: SilenceLimits = defaultLimits,
): () => void {
  /** Start of use of each connection; null while idle. */
  const clients = new Map<pg.PoolClient, number | null>();
  pool.on('acquire', (client) => void clients.set(client, performance.now()));
  /** Time at which a statement last ended, successfully or not. */
  let lastMessageAt = Number.NEGATIVE_INFINITY;
  pool.on('release', (_error, client) => {
    lastMessageAt = performance.now();
    if (clients.has(client)) clients.set(client, null);
  });
  pool.on('remove', (client) => void clients.delete(client));

  let restUntil = 0;
  let isAsking = false;
  const isLong = (since: number | null) => since !== null && performance.now() - since >= limits.usedMs;
  async function look(): Promise<void> {
    if (isAsking || performance.now() < restUntil || ![...clients.values()].some(isLong)) return;
    isAsking = true;
    const askedAt = performance.now();
    // Checks twice, because our own event loop may have been blocked. Under load, opening a connection takes longer
    // than queries on open ones, so an answer on any of them also counts.
    const isThere =
      (await isResponsive(address, limits.answerMs)) ||
      (await isResponsive(address, limits.answerMs)) ||
      lastMessageAt > askedAt;
    isAsking = false;
    restUntil = performance.now() + minPauseMs;
    if (isThere) return;
    onSilence();
    restUntil = 0;
    for (const [client, since] of [...clients]) {
      clients.delete(client);
      if (since === null) client.emit('error', new Error('Connection terminated: the server is silent'));
      else void client.end();
    }
  }
  const timer = setInterval(() => void look(), limits.usedMs / looksWithin);
  timer.unref();
  return () => clearInterval(timer);
}

/** An error reported by the server also counts as an answer. */
async function isResponsive(address: pg.ClientConfig, milliseconds: number): Promise<boolean> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: milliseconds, application_name: 'atrium' });
  client.on('error', () => {});
  try {
    await withTimeout(
      client.connect().then(() => client.query('select 1')),
      milliseconds,
    );
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    client.end().catch(() => {});
  }
}

/** Seconds until a request that got no connection may be retried. */
const retryAfter = 5;
/** The pool's messages when no connection became free or could be opened in time. */
const timeoutMessages = /^timeout exceeded when trying to connect$|^Connection terminated due to connection timeout$/;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** Pool whose timeout when waiting for a connection is an overload, not a server error. */
export class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback !== undefined) {
      super.connect((error, client, done) => callback(error && toOverload(error), client, done));
      return undefined;
    }
    return super.connect().catch((error: Error) => {
      throw toOverload(error);
    });
  }
}

const toOverload = (error: Error) => (timeoutMessages.test(error.message) ? new Overloaded(retryAfter) : error);

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
    db: openDatabase(pool),
    pool,
    ping: async () => void (await withTimeout(pool.query('select 1'), pingMs)),
    close() {
      endWatch();
      closing ??= pool.end().then(() => server?.stop());
      return closing;
    },
  };
}

/**
 * drizzle keeps the connection of a transaction whose `begin` fails, so that a database that restarts would leave the
 * pool without connections. Here each transaction gives its connection back, however it ends.
 */
export function openDatabase(pool: pg.Pool): Database {
  const ofClients = new WeakMap<pg.PoolClient, Database>();
  const db: Database = drizzle(pool, { casing: 'snake_case' });
  return Object.assign(db, {
    transaction: async (...args: Parameters<Database['transaction']>) => {
      const client = await pool.connect();
      try {
        const own = ofClients.get(client) ?? drizzle(client, { casing: 'snake_case' });
        ofClients.set(client, own);
        return await own.transaction(...args);
      } finally {
        client.release();
      }
    },
  });
}

type Asked = readonly unknown[];
type Then = (error: Error | undefined, ...told: Asked) => void;

/** Traces each statement within its request. Records only the SQL verb, since texts can contain user input. */
function tracePool(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (then?: Then) => Promise<pg.PoolClient>;
  // Keeps the async context of the request that waited, not that of the one that released the connection.
  Object.assign(pool, { connect: (then?: Then) => connect(then && AsyncResource.bind(then)) });
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...asked: Asked) => unknown;
    Object.assign(client, { query: (...asked: Asked) => tracedQuery(ask, asked) });
  });
}

function tracedQuery(ask: (...asked: Asked) => unknown, asked: Asked): unknown {
  const span = beginSpan('statement', { 'db.system.name': 'postgresql', 'db.operation.name': verbOf(asked[0]) });
  if (span === null) return ask(...asked);
  const then = asked.at(-1);
  if (typeof then === 'function')
    return ask(...asked.slice(0, -1), (error: Error | undefined, ...told: Asked) => {
      span.end(Boolean(error));
      (then as Then)(error, ...told);
    });
  const answer = ask(...asked);
  if (answer instanceof Promise)
    answer.then(
      () => span.end(),
      () => span.end(true),
    );
  return answer;
}

function verbOf(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : String((asked as { readonly text?: unknown } | null)?.text ?? '');
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'unknown';
}
