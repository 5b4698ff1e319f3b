import type { QueryOwner } from './concurrency/query-owner.ts';
import type { Overloaded } from './failures.ts';

/** Statement with fixed text and bound values. Each `{name:Type}` placeholder has an entry in `params`. */
export interface Statement {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Purpose of a read-only statement; each has its own queue. `ingestion`: the acknowledgement of a reading waits for it.
 * `question`: a user waits for it. `upkeep`: background work.
 */
export type Purpose = 'ingestion' | 'question' | 'upkeep';

export interface QueryOptions {
  /** Time limit in the engine, in seconds; the default is the store's. */
  readonly maxSeconds?: number;
  /** Default: `question`. */
  readonly purpose?: Purpose;
  readonly owner?: QueryOwner;
}

export type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] };

/**
 * The analytics engine, embedded or a server, with the same SQL and client for both. It runs a few statements at a time
 * and queues the others. A statement that finds the queue full or waits too long rejects with `Overloaded`. One whose
 * owner has aborted rejects with `Cancelled`.
 */
export interface AnalyticsStore {
  /** Runs a read-only statement. 64-bit integers arrive as strings: convert in SQL where a number is needed. */
  query<Row>(statement: Statement, options?: QueryOptions): Promise<Row[]>;
  /**
   * Runs a read-only statement and returns columns, for answers with very many rows. Row i consists of the i-th value
   * of each column.
   */
  columns<Row>(statement: Statement, options?: QueryOptions): Promise<Columns<Row>>;
  /**
   * Inserts all rows or none. Resolves only when they are on disk (they survive `kill -9`). Refuses unknown columns,
   * null, undefined and non-finite numbers.
   */
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** Returns the rows of a read-only statement in the engine's binary format, for lossless copies. */
  dump(statement: Statement): Promise<Buffer>;
  /** Inserts all rows that were dumped from these columns into a table; synced before it resolves. */
  load(table: string, columns: readonly string[], rows: Uint8Array): Promise<void>;
  /** Runs DDL or `INSERT … SELECT`; synced before it resolves. */
  command(statement: Statement): Promise<void>;
  /** Returns the error a query would be refused with now, to check before planning it; null when it is admitted. */
  findOverload(owner: QueryOwner, options?: QueryOptions): Overloaded | null;
  /** Returns the number of running and queued statements, per pool. */
  lines(): readonly PoolStats[];
  /** Rejects when the engine does not answer; never waits behind other statements. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Number of statements of one pool. */
export interface PoolStats {
  readonly name: string;
  readonly running: number;
  readonly waiting: number;
}

/** Part of the store that a single query needs. */
export interface QueryReader {
  query<Row>(statement: Statement): Promise<Row[]>;
  columns<Row>(statement: Statement): Promise<Columns<Row>>;
}

export function createQueryReader(store: AnalyticsStore, owner: QueryOwner): QueryReader {
  const options = { purpose: 'question', owner } as const;
  return {
    query: (statement) => store.query(statement, options),
    columns: (statement) => store.columns(statement, options),
  };
}

/** Returns the store for background work: its queries have lower priority than those of users. */
export function withLowPriority(store: AnalyticsStore): AnalyticsStore {
  const unhurried = (options: QueryOptions | undefined) => ({ ...options, purpose: 'upkeep' }) as const;
  return {
    query: (statement, options) => store.query(statement, unhurried(options)),
    columns: (statement, options) => store.columns(statement, unhurried(options)),
    insert: (table, rows) => store.insert(table, rows),
    command: (statement) => store.command(statement),
    dump: (...args) => store.dump(...args),
    load: (...args) => store.load(...args),
    findOverload: (owner, options) => store.findOverload(owner, unhurried(options)),
    lines: () => store.lines(),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
