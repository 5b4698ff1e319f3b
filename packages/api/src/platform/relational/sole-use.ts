import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../logging/index.ts';
import { StartRefused } from '../start-refused.ts';
import { isStoreAway } from './store-away.ts';

/**
 * How a database is used: by one process alone; by the one that is at work while others show what it does; or by one of
 * those others.
 */
export type Use = 'alone' | 'at work' | 'beside';

export interface SoleUse {
  /** Leaves the database to whoever comes next. The stores must be closed by then. */
  release(): Promise<void>;
}

export interface SoleUseOptions {
  readonly url: string;
  /** The database as whoever runs the product knows it. */
  readonly place: string;
  /** Alone, where nothing is said. */
  readonly use?: Use;
  readonly logger: Logger;
  /** The connection was lost, and another process has the database by now: this one must not write any more. */
  readonly onTaken: () => void;
  /** Whoever is just stopping gets this long, and a server that is just starting. */
  readonly patienceMs?: number;
  /** Nobody wants it any more. */
  readonly signal?: AbortSignal;
}

/** Any numbers, as long as they never change, and not that of the lock on starting: whoever writes, and whoever is there. */
const lockOfWork = 0x41_54_52_4f;
const lockOfPresence = 0x41_54_52_50;

interface Lock {
  readonly number: number;
  readonly isShared: boolean;
}

const locksOf: Readonly<Record<Use, readonly Lock[]>> = {
  alone: [
    { number: lockOfWork, isShared: false },
    { number: lockOfPresence, isShared: false },
  ],
  'at work': [
    { number: lockOfWork, isShared: false },
    { number: lockOfPresence, isShared: true },
  ],
  beside: [{ number: lockOfPresence, isShared: true }],
};
const usualPatienceMs = 3000;
const retryMs = 100;
/** How often whoever stands by looks. */
const standByMs = 1000;
const connectionMs = 5000;
/** How often the connection is asked whether it still is one. */
const lookMs = 5000;

/**
 * Takes a database of a server for this process, as the data folder is taken; refused while another use of it does not
 * allow that. What is known of days and readings is in one process's memory, so that two that write would each decide
 * from half. The lock belongs to a connection: a process that is killed leaves nothing
 * behind, and one whose connection breaks takes it again.
 */
export async function takeSoleUse(options: SoleUseOptions): Promise<SoleUse> {
  const { url, place, use = 'alone', logger, onTaken, patienceMs = usualPatienceMs } = options;
  const locks = locksOf[use];
  let held = await takePatiently(url, locks, place, patienceMs, options.signal);
  const ended = new AbortController();

  async function watch(): Promise<void> {
    let lost = endOf(held);
    for (;;) {
      await Promise.race([pause(lookMs, ended.signal), lost]);
      if (ended.signal.aborted) return;
      try {
        await held.query('select 1');
      } catch (error) {
        if (ended.signal.aborted) return;
        logger.warn({ err: error }, 'the connection that keeps other processes off the database was lost');
        discard(held);
        const again = await takeAgain(url, locks, ended.signal);
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

async function takePatiently(
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
      if (isLast || !isStoreAway(error)) throw new StartRefused(`${place} cannot be used: ${reasonOf(error)}`);
      return null;
    });
    if (got instanceof pg.Client) return got;
    if (isLast && got !== null)
      throw new StartRefused(
        `${place} is in use by another Atrium${got.holder}: stop it, or name a database of its own. One database serves one process, unless the others are there for pages alone (ATRIUM_ROLE).`,
      );
    await delay(Number.isFinite(patienceMs) ? retryMs : standByMs, null, {
      ref: patienceMs !== Number.POSITIVE_INFINITY,
    });
  }
}

/** As often as it takes: while the server is away, nobody else can have it either. */
async function takeAgain(
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

/** The connection that has the locks, or who is in the way. */
async function take(url: string, locks: readonly Lock[]): Promise<pg.Client | { readonly holder: string }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectionMs,
    query_timeout: connectionMs,
    application_name: `Atrium, process ${process.pid} on ${hostname()}`.slice(0, 63),
  });
  // It is asked every few seconds; unheard, the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // Whoever vanishes with its machine gives the database free after half a minute, not after two hours.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4');
    const missed = await firstMissed(client, locks);
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

async function firstMissed(client: pg.Client, locks: readonly Lock[]): Promise<Lock | null> {
  for (const lock of locks) {
    const taking = lock.isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await client.query(`select ${taking}($1) as ours`, [lock.number]);
    if (!rows[0].ours) return lock;
  }
  return null;
}

/** Nobody waits for a goodbye that a silent server may never answer. */
const discard = (client: pg.Client) => void client.end().catch(() => {});

const endOf = (client: pg.Client) => new Promise<void>((resolve) => client.once('end', resolve));

/** False once it is over before its time. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  delay(milliseconds, true, { signal, ref: false }).catch(() => false);

/** Node tells of a name with several addresses in an error without words. */
const reasonOf = (error: unknown) =>
  (error instanceof AggregateError ? error.errors : [error]).map(({ message }) => message).join(', ');
