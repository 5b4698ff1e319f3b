import { err, matchWall, ok, type Result } from '../../core/index.ts';
import { type DateOrder, parseTimeText } from '../../numbers/readings/index.ts';
import { parseNumber, type Shops } from './check-rows.ts';
import { type Cell, receiptColumns, type TableRow } from './receipt-rows.ts';

/** A column by its name in the header, or one value for all rows. */
export type ColumnOrValue = { readonly column: string } | { readonly value: string };

/** Which columns of a till's own export mean what. */
export interface SalesColumns {
  readonly receipt: string;
  readonly date: string;
  /** Null: the date has a time of day. */
  readonly time: string | null;
  readonly shop: ColumnOrValue;
  readonly items: string;
  readonly turnover: string;
  /** Null: the currency that the shop declares. */
  readonly currency: ColumnOrValue | null;
  /** What comes first in dates such as 03/04/2021. */
  readonly dateOrder: DateOrder | null;
  /** Only the first line of a receipt states its turnover; it may also be the only one with a date. */
  readonly isTurnoverOnce?: boolean;
}

/**
 * Converts a till's own export to rows of a sales file. Rows of one receipt and time, such as its items, are added up
 * under the number of the first. Times without an offset are the shop's own. What cannot be converted stays as written,
 * and is a fault when the rows are checked. The error names a missing column.
 */
export function mapRows(
  rows: Iterable<TableRow>,
  columns: SalesColumns,
  shops: Shops,
): Result<readonly TableRow[], string> {
  const receipts = new Map<string, TableRow>();
  const latestOf = new Map<string, string>();
  let places: Map<string, number> | null = null;
  for (const row of rows) {
    if (row.cells.every((cell) => String(cell).trim() === '')) continue;
    if (places === null) {
      const found = findPlaces(row.cells, columns);
      if (!found.ok) return found;
      places = found.value;
      receipts.set('header', { number: row.number, cells: receiptColumns });
      continue;
    }
    const known = places;
    const cells = convertCells((name) => row.cells[known.get(name) as number] ?? '', columns, shops);
    const own = cells.slice(0, 3).join('\n');
    const id = String(cells[0]);
    const isContinued = columns.isTurnoverOnce === true && cells[1] === '';
    const key = isContinued ? (latestOf.get(id) ?? own) : own;
    latestOf.set(id, key);
    const before = receipts.get(key);
    if (before === undefined) receipts.set(key, { number: row.number, cells });
    else receipts.set(key, { ...before, cells: addAmounts(before.cells, cells, columns.isTurnoverOnce === true) });
  }
  return ok([...receipts.values()]);
}

function findPlaces(header: readonly Cell[], columns: SalesColumns): Result<Map<string, number>, string> {
  const names = header.map((cell) => String(cell).trim());
  const { receipt, date, time, shop, items, turnover, currency } = columns;
  const named = [shop, currency].flatMap((one) => (one !== null && 'column' in one ? [one.column] : []));
  const wanted = [receipt, date, items, turnover, ...named, ...(time === null ? [] : [time])];
  const missing = wanted.find((name) => !names.includes(name));
  if (missing !== undefined) return err(`The file has no column "${missing}"; its columns are ${names.join(', ')}`);
  return ok(new Map(wanted.map((name) => [name, names.indexOf(name)])));
}

function convertCells(cellOf: (name: string) => Cell, columns: SalesColumns, shops: Shops): readonly Cell[] {
  const readValue = (one: ColumnOrValue) => String('column' in one ? cellOf(one.column) : one.value).trim();
  const shopId = readValue(columns.shop);
  const shop = shops.get(shopId);
  const declared = shop === undefined || shop === 'shared' ? null : shop;
  const { date, time, dateOrder } = columns;
  const written = [date, ...(time === null ? [] : [time])].map((name) => String(cellOf(name)).trim()).join(' ');
  return [
    String(cellOf(columns.receipt)).trim(),
    toInstantText(written, dateOrder, declared?.timezone ?? null),
    shopId,
    toAmount(cellOf(columns.items)),
    toAmount(cellOf(columns.turnover)),
    columns.currency === null ? (declared?.currency ?? '') : readValue(columns.currency),
  ];
}

/** Tills also write the last two digits of the year alone, at the end of a date. */
const shortYear = /^(\d\d?)([./-])(\d\d?)\2(\d\d)(?![\d./-])/;

/** A wall time that the shop's clock skipped stays as written; of one that comes twice, the first counts. */
function toInstantText(written: string, order: DateOrder | null, timezone: string | null): string {
  const time = parseTimeText(written.replace(shortYear, '$1$2$3$220$4'), order);
  if (time?.kind === 'instant') return new Date(time.at).toISOString();
  if (time?.kind !== 'wall' || timezone === null) return written;
  const match = matchWall(timezone, time.wall);
  if (match.kind === 'nonexistent') return written;
  return new Date(match.kind === 'unique' ? match.at : match.earlier).toISOString();
}

const money =
  /^(\()?([+\-\u2212])?\s*(?:[A-Z]{3}|\p{Sc})?\s*([+\-\u2212])?([\d.,'’ \u00a0\u2009\u202f]*\d)\s*(?:[A-Z]{3}|\p{Sc})?(\))?$/u;

/** Reads an amount with a currency's sign or code, such as `$12.00`, `-$12.00` or `($12.00)`. */
function toAmount(cell: Cell): Cell {
  if (typeof cell === 'number') return cell;
  const match = money.exec(cell.trim());
  if (match === null) return cell;
  const [, open, before, after, digits = '', close] = match;
  const number = parseNumber(digits);
  if (number === 'ambiguous') return digits;
  if (typeof number !== 'number' || (open === undefined) !== (close === undefined)) return cell;
  const minuses = [open === undefined ? '' : '-', before ?? '', after ?? ''].filter((sign) => /[-\u2212]/.test(sign));
  return minuses.length > 1 ? cell : number * (minuses.length === 0 ? 1 : -1) + 0;
}

/** Adds items and turnover. An amount that is no number stays, so that the receipt is a fault. */
function addAmounts(before: readonly Cell[], next: readonly Cell[], isTurnoverOnce: boolean): readonly Cell[] {
  return before.map((cell, place) => {
    const isAmount = receiptColumns[place] === 'items' || receiptColumns[place] === 'turnover';
    const other = next[place] as Cell;
    if (!isAmount || typeof cell !== 'number') return cell;
    if (isTurnoverOnce && receiptColumns[place] === 'turnover' && other === '') return cell;
    return typeof other === 'number' ? cell + other : other;
  });
}
