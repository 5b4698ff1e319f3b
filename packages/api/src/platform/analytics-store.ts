/** A statement whose text is ours and whose values are bound: `{name:Type}` placeholders, one entry of params each. */
export interface Statement {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface QueryOptions {
  /** Seconds the engine may take; the default is the store's. */
  readonly maxSeconds?: number;
}

export type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] };

/** The analytics engine, embedded or a server: the same SQL and the same client behind both. */
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
  /** DDL and `INSERT … SELECT`; synced before it resolves. */
  command(statement: Statement): Promise<void>;
  /** Rejects when the engine does not answer; never waits behind other statements. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
