import type { ReceiptColumn } from './receipt-columns.ts';

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
