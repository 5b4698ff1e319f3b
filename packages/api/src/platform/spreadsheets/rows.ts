import type { SpreadsheetCell, SpreadsheetSheet } from './spreadsheet.ts';

/** Rows taken one after the other, by as many sheets as it needs. */
export interface Rows {
  /** null: there are no more. */
  next(): Promise<readonly SpreadsheetCell[] | null>;
  /** Whether another one is there; it is not lost by asking. */
  hasMore(): Promise<boolean>;
  /** Tells where they come from that no more are wanted. */
  end(): Promise<void>;
}

export function createRows(rows: SpreadsheetSheet['rows']): Rows {
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let ahead: readonly SpreadsheetCell[] | null = null;
  const take = async () => {
    const { done, value } = await source.next();
    return done === true ? null : value;
  };
  return {
    async next() {
      const row = ahead;
      ahead = null;
      return row ?? take();
    },
    async hasMore() {
      ahead ??= await take();
      return ahead !== null;
    },
    async end() {
      await source.return?.();
    },
  };
}
