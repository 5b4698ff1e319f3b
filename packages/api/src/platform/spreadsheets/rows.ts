import type { SpreadsheetCell, SpreadsheetSheet } from './spreadsheet.ts';

/** Rows read in order, by as many sheets as needed. */
export interface Rows {
  /** Returns the next row; null at the end. */
  next(): Promise<readonly SpreadsheetCell[] | null>;
  /** Whether there is another row; does not consume it. */
  hasMore(): Promise<boolean>;
  /** Tells the source that no more rows are needed. */
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
