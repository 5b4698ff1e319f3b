import { err, type Instant, ok, type Result, type SiteCalendar } from '../../core/index.ts';
import { parseOffsetTime } from '../../measurements/readings/index.ts';
import { isCurrency } from './currencies.ts';
import { parseNumber } from './read-number.ts';
import { type Cell, type ReceiptColumn, receiptColumns, type TableRow } from './receipt-columns.ts';
import { buildFault, type FaultReason, type RowFault } from './row-fault.ts';

/** A shop that receipts may belong to, as declared by its site. */
export interface Shop extends SiteCalendar {
  readonly shopId: string;
  readonly installationId: number;
  /** ISO 4217. Null: none is declared, and the first receipt of a file decides. */
  readonly currency: string | null;
}

/** Shops by id. `shared`: several sites declare the same id. */
export type Shops = ReadonlyMap<string, Shop | 'shared'>;

/** A valid receipt. */
export interface SoldReceipt {
  readonly shop: Shop;
  /** The shop's own number. */
  readonly receipt: string;
  readonly soldAt: Instant;
  /** At most three decimals; negative for a return. */
  readonly items: number;
  /** In the currency, at most four decimals. */
  readonly turnover: number;
  /** ISO 4217 */
  readonly currency: string;
}

/** Tolerance in ms, since tills' clocks may be ahead. */
const aheadAllowed = 3_600_000;
const oldest: Instant = Date.UTC(2000, 0, 1);
const longestId = 128;
const greatest = { items: 1e8, turnover: 1e12 } as const;
const decimals = { items: 3, turnover: 4 } as const;

/** Indexes shops by id. An id that several sites declare is ambiguous. */
export function indexShops(shops: readonly Shop[]): Shops {
  const found = new Map<string, Shop | 'shared'>();
  for (const shop of shops) found.set(shop.shopId, found.has(shop.shopId) ? 'shared' : shop);
  return found;
}

/** Validates one row of a sales file. Returns the receipt or all its faults. Pure and total. */
export function checkRow(
  { number, cells }: TableRow,
  shops: Shops,
  now: Instant,
): Result<SoldReceipt, readonly RowFault[]> {
  if (cells.length < receiptColumns.length)
    return err([buildFault(number, null, 'columnCount', String(cells.length), String(receiptColumns.length))]);
  const faults: RowFault[] = [];
  const read = <Value>(column: ReceiptColumn, check: (cell: Cell) => Value | Fault): Value | null => {
    const cell = cells[receiptColumns.indexOf(column)] as Cell;
    const trimmed = typeof cell === 'string' ? cell.trim() : cell;
    const checked = trimmed === '' ? new Fault('empty') : check(trimmed);
    if (!(checked instanceof Fault)) return checked;
    faults.push(buildFault(number, column, checked.reason, String(trimmed), checked.beside));
    return null;
  };
  const receipt = read('receipt', receiptOf);
  const soldAt = read('soldAt', (cell) => timeOf(cell, now));
  const shop = read('shopId', (cell) => shopOf(String(cell), shops));
  const items = read('items', (cell) => amountOf(cell, 'items'));
  const turnover = read('turnover', (cell) => amountOf(cell, 'turnover'));
  const currency = read('currency', (cell) => currencyOf(String(cell), shop?.currency ?? null));
  if (receipt === null || soldAt === null || shop === null || items === null || turnover === null || currency === null)
    return err(faults);
  return ok({ shop, receipt, soldAt, items, turnover, currency });
}

class Fault {
  readonly reason: FaultReason;
  readonly beside: string;

  constructor(reason: FaultReason, beside = '') {
    this.reason = reason;
    this.beside = beside;
  }
}

const control = /\p{Cc}/u;

function receiptOf(cell: Cell): string | Fault {
  const text = String(cell);
  return text.length > longestId || control.test(text) || !text.isWellFormed() ? new Fault('receiptText') : text;
}

/** Accepts ISO 8601 without seconds, and an offset without a colon. */
function timeOf(cell: Cell, now: Instant): Instant | Fault {
  const spelled = String(cell)
    .replace(/^(.{10}[Tt ]\d\d:\d\d)(?=$|[Zz+-])/, '$1:00')
    .replace(/([+-]\d\d)(\d\d)?$/, (_whole, hours: string, minutes = '00') => `${hours}:${minutes}`);
  const at = parseOffsetTime(/[Zz]$|:\d\d[.\d]*[+-]\d\d:\d\d$/.test(spelled) ? spelled : String(cell));
  if (at === 'noOffset' || parseOffsetTime(spelled) === 'noOffset') return new Fault('timeOffset');
  if (at === 'notATime') return new Fault('timeForm');
  if (at > now + aheadAllowed) return new Fault('timeFuture');
  return at < oldest ? new Fault('timeOld') : at;
}

function shopOf(shopId: string, shops: Shops): Shop | Fault {
  const shop = shops.get(shopId);
  if (shop === undefined) return new Fault('shopUnknown');
  return shop === 'shared' ? new Fault('shopShared') : shop;
}

function amountOf(cell: Cell, column: 'items' | 'turnover'): number | Fault {
  const amount = typeof cell === 'number' ? cell : parseNumber(cell);
  if (amount === 'ambiguous') return new Fault(`${column}Ambiguous`);
  if (amount === 'notANumber' || !Number.isFinite(amount)) return new Fault(`${column}Form`);
  if (Math.abs(amount) > greatest[column]) return new Fault(`${column}Range`);
  const scale = 10 ** decimals[column];
  return Math.round(amount * scale) / scale + 0;
}

function currencyOf(text: string, own: string | null): string | Fault {
  const code = text.toUpperCase();
  if (!isCurrency(code)) return new Fault('currencyForm');
  return own !== null && code !== own ? new Fault('currencyOther', own) : code;
}
