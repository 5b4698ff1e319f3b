/** The six columns of a sales file, in order. */
export const receiptColumns = ['receipt', 'soldAt', 'shopId', 'items', 'turnover', 'currency'] as const;

export type ReceiptColumn = (typeof receiptColumns)[number];

/** Returns the spreadsheet letter of a column, A to F. */
export const toColumnLetter = (column: ReceiptColumn): string =>
  String.fromCharCode('A'.charCodeAt(0) + receiptColumns.indexOf(column));

/** A cell of a file. Only spreadsheets have numbers; text files have strings. */
export type Cell = string | number;

/** A row with its number in a spreadsheet, from 1. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly Cell[];
}
