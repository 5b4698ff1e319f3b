import type { Columns, Statement } from '../analytics-store.ts';

/** What the embedded engine and a server each do in their own way. */
export interface Engine {
  query<Row>(statement: Statement, maxSeconds: number): Promise<Row[]>;
  columns<Row>(statement: Statement, maxSeconds: number): Promise<Columns<Row>>;
  insert(table: string, rows: readonly object[]): Promise<void>;
  command(statement: Statement): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
