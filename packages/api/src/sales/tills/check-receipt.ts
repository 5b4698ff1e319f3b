import { err, type Instant, type Result } from '@atrium/domain/core';
import {
  checkRow,
  type FaultReason,
  type ReceiptColumn,
  type RowFault,
  type Shops,
  type SoldReceipt,
} from '@atrium/domain/sales';

/** Why a receipt is rejected: a code for programs, and a message for logs. */
export interface ReceiptRejection {
  readonly code: string;
  readonly message: string;
}

/** Fields of a receipt, in the order of a file's columns. */
const fields = ['receipt', 'at', 'shop', 'items', 'turnover', 'currency'] as const;

const fieldOf: Readonly<Record<ReceiptColumn, (typeof fields)[number]>> = {
  receipt: 'receipt',
  soldAt: 'at',
  shopId: 'shop',
  items: 'items',
  turnover: 'turnover',
  currency: 'currency',
};

/** Validates a receipt from a till by the rules for file rows. Accepts any input without throwing. */
export function checkReceipt(raw: unknown, shops: Shops, now: Instant): Result<SoldReceipt, ReceiptRejection> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return malformed('A receipt is a JSON object.');
  const told = raw as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(told).find((name) => !(fields as readonly string[]).includes(name));
  if (unknown !== undefined)
    return err({ code: 'UNKNOWN_FIELD', message: `A receipt has no field ${quoted(unknown)}.` });
  const cells: (string | number)[] = [];
  for (const name of fields) {
    const value = told[name] ?? '';
    if (typeof value !== 'string' && typeof value !== 'number') return malformed(`${name} takes a text or a number.`);
    cells.push(value);
  }
  const checked = checkRow({ number: 0, cells }, shops, now);
  if (checked.ok) return checked;
  return err(rejectionOf(checked.error[0] as RowFault));
}

const malformed = (message: string) => err<ReceiptRejection>({ code: 'MALFORMED', message });

const quoted = (text: string) => JSON.stringify(text.slice(0, 60).toWellFormed());

const words: Readonly<Record<FaultReason, (value: string, beside: string) => string>> = {
  empty: () => 'is missing',
  receiptText: () => 'takes a text of 1 to 128 characters',
  receiptRepeated: () => 'is told twice',
  timeForm: (value) => `takes an ISO 8601 time with offset, not ${value}`,
  timeOffset: (value) => `needs an offset from UTC (Z or +02:00): ${value} could be two moments`,
  timeFuture: (value) => `is more than an hour ahead: ${value}`,
  timeOld: (value) => `lies before 2000: ${value}`,
  shopUnknown: (value) => `takes the shop id of a site of this key, not ${value}`,
  shopShared: (value) => `${value} is the shop id of several sites`,
  itemsForm: (value) => `takes a number, not ${value}`,
  itemsAmbiguous: (value) => `could be two numbers: ${value}`,
  itemsRange: (value) => `is too large: ${value}`,
  turnoverForm: (value) => `takes a number, not ${value}`,
  turnoverAmbiguous: (value) => `could be two numbers: ${value}`,
  turnoverRange: (value) => `is too large: ${value}`,
  currencyForm: (value) => `takes an ISO 4217 code, not ${value}`,
  currencyOther: (value, beside) => `is ${value}, and the shop sells in ${beside}`,
  columnCount: () => 'is incomplete',
};

function rejectionOf({ column, reason, value, beside }: RowFault): ReceiptRejection {
  const field = column === null ? 'receipt' : fieldOf[column];
  const code = reason === 'empty' ? `${field}_missing` : reason.replace(/[A-Z]/g, '_$&');
  return { code: code.toUpperCase(), message: `${field} ${words[reason](quoted(value), beside)}.` };
}
