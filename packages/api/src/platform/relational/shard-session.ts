import { hostname } from 'node:os';
import pg from 'pg';

/** Key space of the advisory locks, and its two keys that are no shards. Arbitrary, but must never change. */
const space = 0x41_54_52_53;
const presence = 1000;
const everything = 1001;

/** The server ends a session that stays idle for this long, in ms. So a paused worker loses its shards. */
const leaseMs = 10_000;
const answerMs = 5000;

/** Snapshot of the locks of all workers. */
export interface ShardLocks {
  /** Living workers, including this one. */
  readonly workers: number;
  /** Shards held by any worker. */
  readonly taken: ReadonlySet<number>;
  /** Which worker currently claims all shards. */
  readonly everythingFor: 'us' | 'another' | null;
}

/**
 * Database session of a worker. Its presence and its shards are advisory locks of the session and end with it. The
 * session must be used often to stay alive.
 */
export class ShardSession {
  readonly #client: pg.Client;
  /** Resolves when the session has ended for any reason. */
  readonly ended: Promise<void>;
  #isOver = false;
  /** Serializes statements. */
  #turn: Promise<unknown> = Promise.resolve();
  #confirming: Promise<void> | null = null;

  private constructor(client: pg.Client) {
    this.#client = client;
    this.ended = new Promise((resolve) => {
      client.once('end', () => {
        this.#isOver = true;
        resolve();
      });
    });
  }

  static async open(url: string): Promise<ShardSession> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      application_name: `Atrium, shards of process ${process.pid} on ${hostname()}`.slice(0, 63),
    });
    // The end event reports the loss. An unhandled error event would end the process.
    client.on('error', () => {});
    const session = new ShardSession(client);
    try {
      await client.connect();
      await client.query(`set idle_session_timeout = ${leaseMs}`);
      await client.query('select pg_advisory_lock_shared($1, $2)', [space, presence]);
      return session;
    } catch (error) {
      session.end();
      throw error;
    }
  }

  /** Resolves while the session, and with it all its locks, is alive. */
  confirm(): Promise<void> {
    // Callers that arrive before the query starts share its result.
    this.#confirming ??= this.#ask(() => {
      this.#confirming = null;
      return this.#client.query('select 1');
    }).then(() => {});
    return this.#confirming;
  }

  #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const asked = this.#turn.then(() => {
      if (this.#isOver) throw new Error('the session that had the shards is over');
      return ask();
    });
    this.#turn = asked.catch(() => {});
    return asked;
  }

  async look(): Promise<ShardLocks> {
    type Row = { readonly number: number; readonly holders: number; readonly ours: boolean };
    const { rows } = await this.#ask(() =>
      this.#client.query<Row>(
        `select objid::int as number, count(*)::int as holders, bool_or(pid = pg_backend_pid()) as ours
       from pg_locks where locktype = 'advisory' and granted and classid = $1 and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())
       group by objid`,
        [space],
      ),
    );
    const of = (wanted: number) => rows.find(({ number }) => number === wanted);
    const all = of(everything);
    return {
      workers: of(presence)?.holders ?? 1,
      taken: new Set(rows.flatMap(({ number }) => (number < presence ? [number] : []))),
      everythingFor: all === undefined ? null : all.ours ? 'us' : 'another',
    };
  }

  take = (shard: number): Promise<boolean> => this.#lock('pg_try_advisory_lock', shard);
  release = (shard: number): Promise<boolean> => this.#lock('pg_advisory_unlock', shard);
  /** Asks other workers to release their shards; false when another worker already does. */
  requestAll = (): Promise<boolean> => this.#lock('pg_try_advisory_lock', everything);
  wantNoMore = (): Promise<boolean> => this.#lock('pg_advisory_unlock', everything);

  async #lock(how: 'pg_try_advisory_lock' | 'pg_advisory_unlock', number: number): Promise<boolean> {
    const { rows } = await this.#ask(() => this.#client.query(`select ${how}($1, $2) as done`, [space, number]));
    return rows[0].done;
  }

  /** Not awaited, because a silent server may never close the connection. */
  end(): void {
    this.#isOver = true;
    void this.#client.end().catch(() => {});
  }
}
