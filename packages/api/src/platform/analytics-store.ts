import type { Asker } from './concurrency/asker.ts';
import type { Overloaded } from './overloaded.ts';

/** A statement whose text is ours and whose values are bound: `{name:Type}` placeholders, one entry of params each. */
export interface Statement {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * What a reading statement is for; each purpose waits in a line of its own. `ingestion`: a reading is acknowledged only
 * after it. `question`: somebody looks at numbers. `upkeep`: nobody waits for it.
 */
export type Purpose = 'ingestion' | 'question' | 'upkeep';

export interface QueryOptions {
  /** Seconds the engine may take; the default is the store's. */
  readonly maxSeconds?: number;
  /** `question` where nothing is said. */
  readonly purpose?: Purpose;
  readonly asker?: Asker;
}

export type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] };

/**
 * The analytics engine, embedded or a server: the same SQL and the same client behind both. It runs a few statements at
 * a time, the others wait; more than may wait, or longer, is refused with `Overloaded`. What was given up because its
 * asker left ends with `Cancelled`.
 */
export interface AnalyticsStore {
  /** Runs a reading statement. 64-bit integers arrive as strings: convert in SQL where a number is wanted. */
  query<Row>(statement: Statement, options?: QueryOptions): Promise<Row[]>;
  /** The same by column, for answers of very many rows: the i-th row has the i-th value of each. */
  columns<Row>(statement: Statement, options?: QueryOptions): Promise<Columns<Row>>;
  /**
   * Resolves only when the rows are on disk (they survive `kill -9`). All or none of them. Our columns are never null:
   * a null, an undefined or a number that is not finite is refused, as is a column the table does not have.
   */
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** The rows of a reading statement in the engine's own binary form, for copies: nothing is rounded or renamed. */
  dump(statement: Statement): Promise<Buffer>;
  /** Puts rows that were dumped from these columns into a table, every one of them; synced before it resolves. */
  load(table: string, columns: readonly string[], rows: Uint8Array): Promise<void>;
  /** DDL and `INSERT … SELECT`; synced before it resolves. */
  command(statement: Statement): Promise<void>;
  /** Why a question would be refused now for want of room, to be asked before it is planned; null where it is let in. */
  noRoomFor(asker: Asker, options?: QueryOptions): Overloaded | null;
  /** What runs and what waits at this moment, of each kind of work. */
  lines(): readonly LineOfWork[];
  /** Rejects when the engine does not answer; never waits behind other statements. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** One kind of work of the engine, counted in statements. */
export interface LineOfWork {
  readonly name: string;
  readonly running: number;
  readonly waiting: number;
}

/** The store as far as answering one question needs it. */
export interface QuestionReader {
  query<Row>(statement: Statement): Promise<Row[]>;
  columns<Row>(statement: Statement): Promise<Columns<Row>>;
}

export function readerFor(store: AnalyticsStore, asker: Asker): QuestionReader {
  const options = { purpose: 'question', asker } as const;
  return {
    query: (statement) => store.query(statement, options),
    columns: (statement) => store.columns(statement, options),
  };
}

/** The store for work that nobody waits for: its questions stand behind everybody's who looks at a page. */
export function inBackground(store: AnalyticsStore): AnalyticsStore {
  const unhurried = (options: QueryOptions | undefined) => ({ ...options, purpose: 'upkeep' }) as const;
  return {
    query: (statement, options) => store.query(statement, unhurried(options)),
    columns: (statement, options) => store.columns(statement, unhurried(options)),
    insert: (table, rows) => store.insert(table, rows),
    command: (statement) => store.command(statement),
    dump: (...args) => store.dump(...args),
    load: (...args) => store.load(...args),
    noRoomFor: (asker, options) => store.noRoomFor(asker, unhurried(options)),
    lines: () => store.lines(),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
