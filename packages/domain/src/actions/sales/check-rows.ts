import { err, type Instant, ok, type Result, type SiteCalendar } from '../../core/index.ts';
import { parseOffsetTime } from '../../numbers/readings/index.ts';
import {
  buildFault,
  type Cell,
  type FaultReason,
  maxListedFaults,
  type ReceiptColumn,
  type RowFault,
  receiptColumns,
  type TableRow,
} from './receipt-rows.ts';

/** ISO 4217 codes of currencies, without the codes that are not money (gold, testing). */
const codes =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
  'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS ' +
  'INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP ' +
  'MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR ' +
  'SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND ' +
  'VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG';

const currencies: ReadonlySet<string> = new Set(codes.split(' '));

/** Whether a string is a currency code in capitals. */
export const isCurrency = (text: string): boolean => currencies.has(text);

/** Why a text is not a number: it is invalid, or it can be read in two ways. */
type NumberFailure = 'notANumber' | 'ambiguous';

const plain = /^\d+$/;
/** Spaces of any width and apostrophes only separate thousands. */
const grouped = /^\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?=[.,]|$)/;
const signs = /^[+\-\u2212]/;

/**
 * Parses a number as tills and spreadsheets write it: with a decimal point or comma, with or without thousands
 * separators, with a sign. `1,234` and `1.234` are ambiguous: 1234 or 1.234.
 */
export function parseNumber(text: string): number | NumberFailure {
  const sign = signs.test(text) && text[0] !== '+' ? -1 : 1;
  const unsigned = text.replace(signs, '');
  const size = readUnsigned(unsigned);
  return typeof size === 'number' ? sign * size + 0 : size;
}

function readUnsigned(text: string): number | NumberFailure {
  if (text.length > 40) return 'notANumber';
  const groups = grouped.exec(text)?.[0];
  if (groups !== undefined) return decimalOf(groups.replace(/\D/g, ''), text.slice(groups.length));
  const marks = text.replace(/[^.,]/g, '');
  if (marks === '') return plain.test(text) ? Number(text) : 'notANumber';
  if (marks.length === 1) {
    const [whole = '', fraction = ''] = text.split(marks);
    // Groups of thousands never begin with 0.
    const couldBeThousands = /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction);
    return couldBeThousands ? 'ambiguous' : decimalOf(whole, text.slice(whole.length));
  }
  const last = marks.at(-1) as string;
  const isThousandsOnly = [...marks].every((mark) => mark === last);
  const [whole, rest] = isThousandsOnly
    ? [text, '']
    : [text.slice(0, text.lastIndexOf(last)), text.slice(text.lastIndexOf(last))];
  const between = isThousandsOnly ? last : (marks[0] as string);
  const parts = whole.split(between);
  const isGrouped = /^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => /^\d{3}$/.test(part));
  return isGrouped ? decimalOf(parts.join(''), rest) : 'notANumber';
}

/** Builds a number from its digits and an optional decimal part. */
function decimalOf(whole: string, rest: string): number | NumberFailure {
  if (!plain.test(whole)) return 'notANumber';
  if (rest === '') return Number(whole);
  return plain.test(rest.slice(1)) ? Number(`${whole}.${rest.slice(1)}`) : 'notANumber';
}

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
  /** The shop's own receipt number. */
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
  /** Rows that refund the receipt of an earlier one, or are refunded by it. */
  readonly refunds: number;
  /** Whether there is content to the right of the last column, which is ignored. */
  readonly hasMoreColumns: boolean;
}

/** Receipt of a file, and the rows it consists of. */
interface KnownReceipt {
  /** Number of its first row. */
  readonly row: number;
  /** Position among the receipts. */
  readonly place: number;
  readonly parts: readonly SoldReceipt[];
}

/**
 * Checks the rows of a sales file. Skips empty rows and a header. A repeated receipt counts once if both rows are
 * equal. A refund under the receipt of its sale is taken off it. Other differing rows of one receipt are faults.
 */
export function checkRows(rows: Iterable<TableRow>, shops: Shops, now: Instant): CheckedRows {
  const receipts: SoldReceipt[] = [];
  const faults: RowFault[] = [];
  const known = new Map<string, KnownReceipt>();
  const currencies = new Map<Shop, string>();
  let [faultyRows, read, repeated, refunds] = [0, 0, 0, 0];
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
      known.set(key, { row: row.number, place: receipts.length, parts: [receipt] });
      receipts.push(receipt);
    } else if (before.parts.some((part) => saysTheSame(part, receipt))) repeated += 1;
    else if (isRefund(before.parts, receipt)) {
      const parts = [...before.parts, receipt];
      known.set(key, { ...before, parts });
      receipts[before.place] = takeOffRefunds(parts);
      refunds += 1;
    } else refuse([buildFault(row.number, 'receipt', 'receiptRepeated', receipt.receipt, String(before.row))]);
  }
  return { receipts, faults, faultyRows, rows: read, isHeaderSkipped, repeated, refunds, hasMoreColumns };
}

const isEmpty = (cells: readonly Cell[]) => cells.every((cell) => typeof cell === 'string' && cell.trim() === '');

/** A row without digits in the columns of times and numbers is a header. */
function isHeader(cells: readonly Cell[]): boolean {
  const told = [cells[1], cells[3], cells[4]].map((cell) => String(cell ?? ''));
  return told.some((text) => text.trim() !== '') && told.every((text) => !/\d/.test(text));
}

/** Whether a row, or those before it, are refunds of a sale: at another time, for the opposite amount. */
function isRefund(parts: readonly SoldReceipt[], receipt: SoldReceipt): boolean {
  const isAlone = parts.every(({ soldAt }) => soldAt !== receipt.soldAt);
  return isAlone && [...parts, receipt].filter(({ turnover }) => turnover >= 0).length <= 1;
}

/** Returns the sale without what was refunded. Tills write refunded items with or without a sign. */
function takeOffRefunds(parts: readonly SoldReceipt[]): SoldReceipt {
  const sale = parts.find(({ turnover }) => turnover >= 0) ?? (parts[0] as SoldReceipt);
  const refunds = parts.filter((part) => part !== sale);
  const sumOf = (amount: (part: SoldReceipt) => number, column: 'items' | 'turnover') => {
    const scale = 10 ** decimals[column];
    return Math.round(refunds.reduce((sum, refund) => sum + amount(refund), amount(sale)) * scale) / scale + 0;
  };
  const itemsOf = (part: SoldReceipt) => (part === sale ? part.items : -Math.abs(part.items));
  return { ...sale, items: sumOf(itemsOf, 'items'), turnover: sumOf(({ turnover }) => turnover, 'turnover') };
}

const saysTheSame = (one: SoldReceipt, other: SoldReceipt) =>
  one.soldAt === other.soldAt &&
  one.items === other.items &&
  one.turnover === other.turnover &&
  one.currency === other.currency;
