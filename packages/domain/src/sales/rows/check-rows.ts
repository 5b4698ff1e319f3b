import type { Instant } from '../../core/index.ts';
import { checkRow, type Shop, type Shops, type SoldReceipt } from './check-row.ts';
import { type Cell, receiptColumns, type TableRow } from './receipt-columns.ts';
import { buildFault, maxListedFaults, type RowFault } from './row-fault.ts';

/** Result of checking all rows of a file. */
export interface CheckedRows {
  /** In file order, without repeated receipts. */
  readonly receipts: readonly SoldReceipt[];
  /** At most `maxListedFaults`. */
  readonly faults: readonly RowFault[];
  readonly faultyRows: number;
  /** Rows that are not empty, without the header. */
  readonly rows: number;
  readonly isHeaderSkipped: boolean;
  /** Rows that repeat an earlier one. */
  readonly repeated: number;
  /** Whether there is content to the right of the last column, which is ignored. */
  readonly hasMoreColumns: boolean;
}

/**
 * Checks the rows of a sales file. Skips empty rows and a header. A repeated receipt counts once if both rows are
 * equal, and is a fault otherwise.
 */
export function checkRows(rows: Iterable<TableRow>, shops: Shops, now: Instant): CheckedRows {
  const receipts: SoldReceipt[] = [];
  const faults: RowFault[] = [];
  const known = new Map<string, { readonly row: number; readonly receipt: SoldReceipt }>();
  const currencies = new Map<Shop, string>();
  let [faultyRows, read, repeated] = [0, 0, 0];
  let [isFirst, isHeaderSkipped, hasMoreColumns] = [true, false, false];
  const refuse = (found: readonly RowFault[]) => {
    faultyRows += 1;
    faults.push(...found.slice(0, maxListedFaults - faults.length));
  };
  for (const row of rows) {
    if (isEmpty(row.cells)) continue;
    if (isFirst) {
      isFirst = false;
      isHeaderSkipped = isHeader(row.cells);
      if (isHeaderSkipped) continue;
    }
    read += 1;
    hasMoreColumns ||= !isEmpty(row.cells.slice(receiptColumns.length));
    const checked = checkRow(row, shops, now);
    if (!checked.ok) {
      refuse(checked.error);
      continue;
    }
    const receipt = checked.value;
    const currency = currencies.get(receipt.shop) ?? receipt.currency;
    currencies.set(receipt.shop, currency);
    if (receipt.currency !== currency) {
      refuse([buildFault(row.number, 'currency', 'currencyOther', receipt.currency, currency)]);
      continue;
    }
    const key = `${receipt.shop.installationId} ${receipt.receipt}`;
    const before = known.get(key);
    if (before === undefined) {
      known.set(key, { row: row.number, receipt });
      receipts.push(receipt);
    } else if (saysTheSame(before.receipt, receipt)) repeated += 1;
    else refuse([buildFault(row.number, 'receipt', 'receiptRepeated', receipt.receipt, String(before.row))]);
  }
  return { receipts, faults, faultyRows, rows: read, isHeaderSkipped, repeated, hasMoreColumns };
}

const isEmpty = (cells: readonly Cell[]) => cells.every((cell) => typeof cell === 'string' && cell.trim() === '');

/** A row without digits in the columns of times and numbers is a header. */
function isHeader(cells: readonly Cell[]): boolean {
  const told = [cells[1], cells[3], cells[4]].map((cell) => String(cell ?? ''));
  return told.some((text) => text.trim() !== '') && told.every((text) => !/\d/.test(text));
}

const saysTheSame = (one: SoldReceipt, other: SoldReceipt) =>
  one.soldAt === other.soldAt &&
  one.items === other.items &&
  one.turnover === other.turnover &&
  one.currency === other.currency;
