import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartRefused } from '../failures.ts';
import type { Logger } from '../telemetry/logger.ts';
import { isStoreUnreachable } from './relational-errors.ts';

/**
 * Role of a process at a database: the only process; the leader, which writes while others serve pages; or one of those
 * others.
 */
export type StoreRole = 'standalone' | 'leader' | 'replica';

export interface DatabaseLock {
  /** Releases the database. The stores must be closed by then. */
  release(): Promise<void>;
}

export interface DatabaseLockOptions {
  readonly url: string;
  /** Name of the database for operators. */
  readonly place: string;
  /** Default: standalone. */
  readonly use?: StoreRole;
  readonly logger: Logger;
  /**
   * Called when the connection was lost and another process has taken the database: this one must not write any more.
   */
  readonly onTaken: () => void;
  /** ms to wait for a process that is stopping, or a server that is starting. */
  readonly patienceMs?: number;
  /** Aborts waiting. */
  readonly signal?: AbortSignal;
}

/**
 * Numbers of the advisory locks: one for writing, one for presence. Arbitrary, but must never change, and differ from
 * the start lock.
 */
const workLock = 0x41_54_52_4f;
const presenceLock = 0x41_54_52_50;

interface Lock {
  readonly number: number;
  readonly isShared: boolean;
}

const locksOf: Readonly<Record<StoreRole, readonly Lock[]>> = {
  standalone: [
    { number: workLock, isShared: false },
    { number: presenceLock, isShared: false },
  ],
  leader: [
    { number: workLock, isShared: false },
    { number: presenceLock, isShared: true },
  ],
  replica: [{ number: presenceLock, isShared: true }],
};
const defaultTimeoutMs = 3000;
const retryMs = 100;
/** ms between two attempts of a process that waits to become leader. */
const standbyRetryMs = 1000;
const connectionMs = 5000;
/** ms between two checks of the connection. */
const checkMs = 5000;

/**
 * Locks a server's database for this process, like the data folder. Throws `StartRefused` while another process's role
 * conflicts. Each process caches the state of days and readings in memory, so two writers would each decide on
 * incomplete data. The lock belongs to a connection. So a killed process releases it, and a process whose connection
 * breaks takes it again.
 */
export async function acquireLock(options: DatabaseLockOptions): Promise<DatabaseLock> {
  const { url, place, use = 'standalone', logger, onTaken, patienceMs = defaultTimeoutMs } = options;
  const locks = locksOf[use];
  let held = await tryUntilTimeout(url, locks, place, patienceMs, options.signal);
  const ended = new AbortController();

  async function watch(): Promise<void> {
    let lost = endOf(held);
    for (;;) {
      await Promise.race([pause(checkMs, ended.signal), lost]);
      if (ended.signal.aborted) return;
      try {
        await held.query('select 1');
      } catch (error) {
        if (ended.signal.aborted) return;
        logger.warn({ err: error }, 'the connection that keeps other processes off the database was lost');
        discard(held);
        const again = await reacquire(url, locks, ended.signal);
        if (again === 'ended') return;
        if (again === 'taken') {
          logger.error(`${place} is in use by another Atrium by now: this one ends`);
          return onTaken();
        }
        held = again;
        lost = endOf(held);
      }
    }
  }
  const watching = watch();

  return {
    async release() {
      ended.abort();
      await watching;
      await held.end().catch(() => {});
    },
  };
}

async function tryUntilTimeout(
  url: string,
  locks: readonly Lock[],
  place: string,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<pg.Client> {
  const until = performance.now() + patienceMs;
  for (;;) {
    signal?.throwIfAborted();
    const isLast = performance.now() >= until;
    const got = await take(url, locks).catch((error: unknown) => {
      if (isLast || !isStoreUnreachable(error)) throw new StartRefused(`${place} cannot be used: ${reasonOf(error)}`);
      return null;
    });
    if (got instanceof pg.Client) return got;
    if (isLast && got !== null)
      throw new StartRefused(
        `${place} is in use by another Atrium${got.holder}: stop it, or name a database of its own. One database serves one process, unless the others are there for pages alone (ATRIUM_ROLE).`,
      );
    await delay(Number.isFinite(patienceMs) ? retryMs : standbyRetryMs, null, {
      ref: patienceMs !== Number.POSITIVE_INFINITY,
    });
  }
}

/** Retries indefinitely: while the server is down, no other process can take the lock either. */
async function reacquire(
  url: string,
  locks: readonly Lock[],
  ended: AbortSignal,
): Promise<pg.Client | 'taken' | 'ended'> {
  do {
    const got = await take(url, locks).catch(() => null);
    if (got instanceof pg.Client) {
      if (!ended.aborted) return got;
      discard(got);
    } else if (got !== null) return 'taken';
  } while (await pause(retryMs, ended));
  return 'ended';
}

/** Returns the connection that holds the locks, or the process that blocks them. */
async function take(url: string, locks: readonly Lock[]): Promise<pg.Client | { readonly holder: string }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectionMs,
    query_timeout: connectionMs,
    application_name: `Atrium, process ${process.pid} on ${hostname()}`.slice(0, 63),
  });
  // The periodic check handles a lost connection. An unhandled error event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // If the machine vanishes, the database is released after half a minute instead of two hours.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4');
    const missed = await findUnavailableLock(client, locks);
    if (missed === null) return client;
    const holders = await client.query(
      `select application_name as name from pg_stat_activity join pg_locks using (pid)
       where locktype = 'advisory' and granted and classid = 0 and objid = $1 and pg_locks.database = pg_stat_activity.datid
       and pid <> pg_backend_pid()`,
      [missed.number],
    );
    discard(client);
    const name = /^Atrium, (process \d+ on .+)$/.exec(holders.rows[0]?.name ?? '')?.[1];
    return { holder: name === undefined ? '' : ` (${name})` };
  } catch (error) {
    discard(client);
    throw error;
  }
}

async function findUnavailableLock(client: pg.Client, locks: readonly Lock[]): Promise<Lock | null> {
  for (const lock of locks) {
    const taking = lock.isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await client.query(`select ${taking}($1) as ours`, [lock.number]);
    if (!rows[0].ours) return lock;
  }
  return null;
}

/** Not awaited, because a silent server may never close the connection. */
const discard = (client: pg.Client) => void client.end().catch(() => {});

const endOf = (client: pg.Client) => new Promise<void>((resolve) => client.once('end', resolve));

/** Resolves to false when aborted early. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  delay(milliseconds, true, { signal, ref: false }).catch(() => false);

/** Node reports a name with several addresses as an error without a message. */
const reasonOf = (error: unknown) =>
  (error instanceof AggregateError ? error.errors : [error]).map(({ message }) => message).join(', ');
