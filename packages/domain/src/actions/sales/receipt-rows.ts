/** Why the server refuses a file, with the message of its response. */
export const importRefusals = {
  fileRequired: 'File required',
  dateFormat: 'Invalid date format',
  timezoneFormat: 'Invalid timezone format',
  fileType: 'Invalid file type',
  processing: 'Processing failure',
  storage: 'Storage failure',
  unknown: 'Unknown error',
  importType: 'Import type required',
  uploadedFile: 'Invalid uploaded file',
} as const;

export type ImportRefusal = keyof typeof importRefusals;

/** Maps a server message to its reason. Null: an unknown message, which is shown unchanged. */
export function findImportRefusal(message: string): ImportRefusal | null {
  const kinds = Object.keys(importRefusals) as ImportRefusal[];
  return kinds.find((kind) => importRefusals[kind] === message) ?? null;
}

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

/** Why a cell or a whole row is invalid. */
export const faultReasons = [
  'empty',
  'receiptText',
  'receiptRepeated',
  'timeForm',
  'timeOffset',
  'timeFuture',
  'timeOld',
  'shopUnknown',
  'shopShared',
  'itemsForm',
  'itemsAmbiguous',
  'itemsRange',
  'turnoverForm',
  'turnoverAmbiguous',
  'turnoverRange',
  'currencyForm',
  'currencyOther',
  'columnCount',
] as const;

export type FaultReason = (typeof faultReasons)[number];

/** A fault at one place of a file. */
export interface RowFault {
  /** Row number in a spreadsheet, from 1. */
  readonly row: number;
  /** Null: the whole row. */
  readonly column: ReceiptColumn | null;
  readonly reason: FaultReason;
  /** The value of the cell, shortened. */
  readonly value: string;
  /** The conflicting value: the shop's currency, the row with the same receipt, or the required columns. */
  readonly beside: string;
}

/** Maximum number of listed faults; further ones are only counted by row. */
export const maxListedFaults = 200;

const longestShown = 60;

export function buildFault(
  row: number,
  column: ReceiptColumn | null,
  reason: FaultReason,
  value = '',
  beside = '',
): RowFault {
  const shown = value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
  return { row, column, reason, value: shown.toWellFormed(), beside };
}
