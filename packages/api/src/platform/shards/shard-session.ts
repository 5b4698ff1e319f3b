import { hostname } from 'node:os';
import pg from 'pg';

/** Any numbers, as long as they never change: the space of the locks, and those in it that are no shards. */
const space = 0x41_54_52_53;
const presence = 1000;
const everything = 1001;

/** The server ends a session that says nothing for so long: a worker that is paused loses its shards. */
const leaseMs = 10_000;
const answerMs = 5000;

/** What the workers hold at a moment. */
export interface Holdings {
  /** Living workers, this one among them. */
  readonly workers: number;
  /** Shards that somebody has. */
  readonly taken: ReadonlySet<number>;
  /** Who wants all of them for a while. */
  readonly everythingFor: 'us' | 'another' | null;
}

/**
 * The session of a worker at the database: its presence among the workers and its shards are advisory locks of it, and go
 * with it. It lives while it is used, so that it has to be used often.
 */
export class ShardSession {
  readonly #client: pg.Client;
  /** Resolves when it is over, however that came. */
  readonly ended: Promise<void>;
  #isOver = false;
  /** One statement at a time. */
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
    // Its end is told by another event; unheard, this one would end the process.
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

  /** Resolves while the session, and all that is held by it, is there. */
  confirm(): Promise<void> {
    // Whoever comes before it is asked is told, too.
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

  async look(): Promise<Holdings> {
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
  give = (shard: number): Promise<boolean> => this.#lock('pg_advisory_unlock', shard);
  /** From now on others are to give up what they have; false: one of them wants the same. */
  wantEverything = (): Promise<boolean> => this.#lock('pg_try_advisory_lock', everything);
  wantNoMore = (): Promise<boolean> => this.#lock('pg_advisory_unlock', everything);

  async #lock(how: 'pg_try_advisory_lock' | 'pg_advisory_unlock', number: number): Promise<boolean> {
    const { rows } = await this.#ask(() => this.#client.query(`select ${how}($1, $2) as done`, [space, number]));
    return rows[0].done;
  }

  /** Nobody waits for a goodbye that a silent server may never answer. */
  end(): void {
    this.#isOver = true;
    void this.#client.end().catch(() => {});
  }
}
