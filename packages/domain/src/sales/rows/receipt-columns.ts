/** The six columns of a sales file, in their order. */
export const receiptColumns = ['receipt', 'soldAt', 'shopId', 'items', 'turnover', 'currency'] as const;

export type ReceiptColumn = (typeof receiptColumns)[number];

/** A to F, as a spreadsheet calls them. */
export const columnLetter = (column: ReceiptColumn): string =>
  String.fromCharCode('A'.charCodeAt(0) + receiptColumns.indexOf(column));

/** A cell as a file holds it: numbers are of spreadsheets, which know them from texts. */
export type Cell = string | number;

/** A row with the number a spreadsheet shows beside it, from 1. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly Cell[];
}
