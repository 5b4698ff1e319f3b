import { type CellObject, read, SSF, utils } from '@e965/xlsx';
import { Unzip, type UnzipFile, UnzipInflate, zipSync } from 'fflate';

/** First bytes of a zip, which workbooks of today are, and of a workbook of Excel 97 to 2003. */
const marks = { zip: [0x50, 0x4b, 0x03, 0x04], xls: [0xd0, 0xcf, 0x11, 0xe0] } as const;

/** Returns the container that a file's first bytes show; null for any other file. */
export function detectContainer(bytes: Uint8Array): keyof typeof marks | null {
  const kinds = Object.keys(marks) as (keyof typeof marks)[];
  return kinds.find((kind) => marks[kind].every((byte, at) => bytes[at] === byte)) ?? null;
}

const maxEntries = 2000;
/**
 * Compressed bytes processed between two size checks. Data expands at most about a thousandfold, so one step stays
 * small.
 */
const sliceBytes = 4096;

/**
 * Decompresses the entries of a zip that `isNeeded` selects by name; the others stay compressed. Together they never
 * exceed `maxBytes`, whatever size they claim. `large` if they would or if there are over 2,000 entries, `broken` if the
 * zip is damaged, locked or has no such entry.
 */
export function unpackZip(
  bytes: Uint8Array,
  maxBytes: number,
  isNeeded: (name: string) => boolean,
): ReadonlyMap<string, Uint8Array> | 'large' | 'broken' {
  const unpacked = new Map<string, Uint8Array>();
  let [entries, open, left] = [0, 0, maxBytes];
  let refusal: 'large' | 'broken' | null = null;
  const collect = (file: UnzipFile) => {
    entries += 1;
    if (entries > maxEntries) refusal = 'large';
    if (refusal !== null || !isNeeded(file.name)) return;
    const chunks: Uint8Array[] = [];
    open += 1;
    file.ondata = (error, chunk, isLast) => {
      left -= chunk?.length ?? 0;
      if (error) refusal = 'broken';
      else if (left < 0) refusal = 'large';
      if (refusal !== null) return;
      chunks.push(chunk);
      if (!isLast) return;
      open -= 1;
      unpacked.set(file.name, join(chunks));
    };
    file.start();
  };
  try {
    const unzip = new Unzip(collect);
    unzip.register(UnzipInflate);
    for (let at = 0; at < bytes.length && refusal === null; at += sliceBytes)
      unzip.push(bytes.subarray(at, at + sliceBytes), at + sliceBytes >= bytes.length);
  } catch {
    return 'broken';
  }
  return refusal ?? (open > 0 || unpacked.size === 0 ? 'broken' : unpacked);
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Cell of a sheet: text or number. Dates are texts such as `2020-02-14T07:05:00`, since sheets have no offset. */
export type SheetCell = string | number;

export interface SheetRow {
  /** Row in the sheet, from 1. */
  readonly number: number;
  readonly cells: readonly SheetCell[];
}

export interface WorkbookLimits {
  /** Bytes of the unpacked workbook. */
  readonly unpackedBytes: number;
  /** Rows including the header. */
  readonly rows: number;
  readonly columns: number;
}

/** Parts of a workbook that are read. Pictures and other entries stay compressed. */
const neededEntry = /\.(xml|rels)$/i;

/** Whether a zip with these bytes is a workbook: its beginning names a part that every workbook has. */
export const isWorkbookZip = (bytes: Uint8Array): boolean => {
  const found = unpackZip(bytes, 1_000_000, (name) => name === '[Content_Types].xml');
  if (typeof found === 'string') return false;
  return new TextDecoder().decode(found.get('[Content_Types].xml')).includes('spreadsheetml');
};

/**
 * Reads the rows of a workbook's first sheet (.xlsx or .xls), with every cell as typed; formulas are not calculated.
 * `rows` if it has more than the limit, `broken` if the bytes are no workbook or exceed its size. A large workbook takes
 * seconds, so don't call this where it blocks others.
 */
export function readWorkbook(bytes: Uint8Array, limits: WorkbookLimits): Iterable<SheetRow> | 'rows' | 'broken' {
  const unpacked = detectContainer(bytes) === 'zip' ? repack(bytes, limits.unpackedBytes) : bytes;
  const first = unpacked === null ? null : openFirstSheet(unpacked, limits.rows + 1);
  if (first === null) return 'broken';
  const { sheet, countsFrom1904 } = first;
  const data: SheetRows = sheet['!data'] ?? [];
  if (data.length > limits.rows) return 'rows';
  const range = utils.decode_range(sheet['!ref'] ?? 'A1');
  // Pads rows that end with empty cells to the same width.
  const width = Math.min(range.e.c + 1, limits.columns);
  return { [Symbol.iterator]: () => rowsOf(data, width, countsFrom1904) };
}

/** Returns a zip with the needed entries uncompressed, so that its reader decompresses nothing. */
function repack(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  const unpacked = unpackZip(bytes, maxBytes, (name) => neededEntry.test(name));
  return typeof unpacked === 'string' ? null : zipSync(Object.fromEntries(unpacked), { level: 0 });
}

type SheetRows = readonly (readonly CellObject[] | undefined)[];

/** Lazy, because a single cell far below would otherwise create a table of millions of empty cells. */
function* rowsOf(data: SheetRows, width: number, countsFrom1904: boolean): Generator<SheetRow, void, undefined> {
  for (const [index, row] of data.entries())
    if (row !== undefined) {
      const cells = Array.from({ length: width }, (_, column) => cellOf(row[column], countsFrom1904));
      yield { number: index + 1, cells };
    }
}

/** Opens the first sheet. Workbooks of old Macs count days from 1904. */
function openFirstSheet(bytes: Uint8Array, maxRows: number) {
  try {
    const book = read(bytes, {
      type: 'array',
      dense: true,
      sheets: 0,
      sheetRows: maxRows,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      cellText: false,
      bookVBA: false,
    });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    return sheet === undefined ? null : { sheet, countsFrom1904: book.Workbook?.WBProps?.date1904 === true };
  } catch {
    return null;
  }
}

/** Formats a spreadsheet date without an offset, which it does not have. */
function cellOf(cell: CellObject | undefined, countsFrom1904: boolean): SheetCell {
  const value = cell?.v;
  if (cell === undefined || value === undefined || value === null || cell.t === 'z') return '';
  if (cell.t === 'n' && typeof value === 'number')
    return SSF.is_date(cell.z ?? 'General')
      ? String(SSF.format('yyyy-mm-dd"T"hh:mm:ss', value, { date1904: countsFrom1904 }))
      : value;
  return String(value);
}
