import type { ReceiptColumn } from './receipt-columns.ts';

/** Why a cell, or a row as a whole, can't be taken. */
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

/** What is wrong in one place of a file. */
export interface RowFault {
  /** As a spreadsheet shows it, from 1. */
  readonly row: number;
  /** null: the row as a whole. */
  readonly column: ReceiptColumn | null;
  readonly reason: FaultReason;
  /** What stands there, shortened. */
  readonly value: string;
  /** What it is compared with: the shop's currency, the row that has the receipt already, the columns needed. */
  readonly beside: string;
}

/** Faults that are listed one by one; of the rest only the number of rows is told. */
export const mostListedFaults = 200;

const longestShown = 60;

export function faultOf(
  row: number,
  column: ReceiptColumn | null,
  reason: FaultReason,
  value = '',
  beside = '',
): RowFault {
  const shown = value.length > longestShown ? `${value.slice(0, longestShown)}…` : value;
  return { row, column, reason, value: shown.toWellFormed(), beside };
}
