import type { Columns, PoolStats, Purpose, Statement } from '../analytics-store.ts';
import type { QueryOwner } from '../concurrency/query-owner.ts';
import type { Overloaded } from '../failures.ts';

/** Options of a read-only statement. */
export interface Reading {
  readonly maxSeconds: number;
  readonly purpose: Purpose;
  readonly owner?: QueryOwner | undefined;
}

/** Operations that the embedded engine and a server implement differently. */
export interface Engine {
  query<Row>(statement: Statement, reading: Reading): Promise<Row[]>;
  columns<Row>(statement: Statement, reading: Reading): Promise<Columns<Row>>;
  insert(table: string, rows: readonly object[]): Promise<void>;
  dump(statement: Statement, reading: Reading): Promise<Buffer>;
  load(table: string, columns: readonly string[], rows: Uint8Array): Promise<void>;
  command(statement: Statement): Promise<void>;
  findOverload(reading: Reading & { readonly owner: QueryOwner }): Overloaded | null;
  lines(): readonly PoolStats[];
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Column-wise answer of the engine. When there are no rows, only `meta` names the columns. */
interface Answered {
  readonly meta: readonly { readonly name: string }[];
  readonly data: Readonly<Record<string, readonly unknown[]>>;
}

export function toColumns<Row>({ meta, data }: Answered): Columns<Row> {
  return Object.fromEntries(meta.map(({ name }) => [name, data[name] ?? []])) as unknown as Columns<Row>;
}
