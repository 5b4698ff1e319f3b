import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../logging/index.ts';
import { StartRefused } from '../start-refused.ts';
import { isStoreAway } from './store-away.ts';

export interface SoleUse {
  /** Leaves the database to whoever comes next. The stores must be closed by then. */
  release(): Promise<void>;
}

export interface SoleUseOptions {
  readonly url: string;
  /** The database as whoever runs the product knows it. */
  readonly place: string;
  readonly logger: Logger;
  /** The connection was lost, and another process has the database by now: this one must not write any more. */
  readonly onTaken: () => void;
  /** Whoever is just stopping gets this long, and a server that is just starting. */
  readonly patienceMs?: number;
}

/** Any number, as long as it never changes, and not that of the lock on starting. */
const lockOfDatabase = 0x41_54_52_4f;
const usualPatienceMs = 3000;
const retryMs = 100;
const connectionMs = 5000;
/** How often the connection is asked whether it still is one. */
const lookMs = 5000;

/**
 * Takes a database of a server for this process alone, as the data folder is taken; refused while another has it. Days,
 * rollups and live values are kept in one process's memory, and embedded readings in its folder, so that two on one
 * database would each answer from half. The lock belongs to a connection: a process that is killed leaves nothing
 * behind, and one whose connection breaks takes it again.
 */
export async function takeSoleUse(options: SoleUseOptions): Promise<SoleUse> {
  const { url, place, logger, onTaken, patienceMs = usualPatienceMs } = options;
  let held = await takePatiently(url, place, patienceMs);
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
        const again = await takeAgain(url, ended.signal);
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

async function takePatiently(url: string, place: string, patienceMs: number): Promise<pg.Client> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const isLast = performance.now() >= until;
    const got = await take(url).catch((error: unknown) => {
      if (isLast || !isStoreAway(error)) throw new StartRefused(`${place} cannot be used: ${reasonOf(error)}`);
      return null;
    });
    if (got instanceof pg.Client) return got;
    if (isLast && got !== null)
      throw new StartRefused(
        `${place} is in use by another Atrium${got.holder}: stop it, or name a database of its own. One database serves one process.`,
      );
    await delay(retryMs);
  }
}

/** As often as it takes: while the server is away, nobody else can have it either. */
async function takeAgain(url: string, ended: AbortSignal): Promise<pg.Client | 'taken' | 'ended'> {
  do {
    const got = await take(url).catch(() => null);
    if (got instanceof pg.Client) {
      if (!ended.aborted) return got;
      discard(got);
    } else if (got !== null) return 'taken';
  } while (await pause(retryMs, ended));
  return 'ended';
}

/** The connection that has the lock, or who has it instead. */
async function take(url: string): Promise<pg.Client | { readonly holder: string }> {
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
    const { rows } = await client.query('select pg_try_advisory_lock($1) as ours', [lockOfDatabase]);
    if (rows[0].ours) return client;
    const holders = await client.query(
      `select application_name as name from pg_stat_activity join pg_locks using (pid)
       where locktype = 'advisory' and granted and classid = 0 and objid = $1 and pg_locks.database = pg_stat_activity.datid`,
      [lockOfDatabase],
    );
    discard(client);
    const name = /^Atrium, (process \d+ on .+)$/.exec(holders.rows[0]?.name ?? '')?.[1];
    return { holder: name === undefined ? '' : ` (${name})` };
  } catch (error) {
    discard(client);
    throw error;
  }
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
