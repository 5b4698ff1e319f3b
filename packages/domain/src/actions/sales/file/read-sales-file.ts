import { type CellObject, read, SSF, utils } from '@e965/xlsx';
import { Unzip, type UnzipFile, UnzipInflate, zipSync } from 'fflate';
import { err, ok, type Result } from '../../../core/index.ts';
import type { Cell, TableRow } from '../receipt-rows.ts';
import { fileLimits, findSeparator, getFileExtension, type Separator, splitRecords } from './split-records.ts';

export const encodings = ['utf-8', 'utf-16', 'windows-1252'] as const;

export type Encoding = (typeof encodings)[number];

/** Decodes bytes and detects their encoding. Null if they are not text. */
function decodeText(
  bytes: Uint8Array,
  { decode }: Pick<FileTools, 'decode'>,
): { readonly text: string; readonly encoding: Encoding } | null {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || zerosAt(bytes, 1);
  const isBig = (first === 0xfe && second === 0xff) || zerosAt(bytes, 0);
  if (isLittle || isBig) return told(decode(bytes, isLittle ? 'utf-16le' : 'utf-16be'), 'utf-16');
  if (bytes.includes(0)) return null;
  return told(decode(bytes, 'utf-8'), 'utf-8') ?? told(decode(bytes, 'windows-1252'), 'windows-1252');
}

const told = (text: string | null, encoding: Encoding) =>
  text === null || text.includes('\0') ? null : { text, encoding };

/** Detects UTF-16 without a byte order mark: letters and digits have a zero in every other byte. */
function zerosAt(bytes: Uint8Array, begin: 0 | 1): boolean {
  const head = bytes.subarray(0, 64);
  const [zeros, others] = [head.filter((_, at) => at % 2 === begin), head.filter((_, at) => at % 2 !== begin)];
  return head.length >= 8 && zeros.every((byte) => byte === 0) && others.every((byte) => byte !== 0);
}

/** Platform functions needed to read a file. */
export interface FileTools {
  /** Decodes bytes, dropping a byte order mark. Null if they are not valid in that encoding. */
  decode(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'): string | null;
}

/** Parts of a workbook that are read. Pictures and other entries stay compressed. */
const neededEntry = /\.(xml|rels)$/i;
const maxEntries = 2000;
/**
 * Compressed bytes processed between two size checks. Data expands at most about a thousandfold, so one step stays
 * small.
 */
const sliceBytes = 4096;

/**
 * Returns a zip with the needed entries of `bytes` uncompressed, so that its reader decompresses nothing. Together the
 * entries never exceed `maxBytes`, whatever size they claim. Null if the zip is broken, locked or too large.
 */
function unpackZip(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  const unpacked: Record<string, Uint8Array> = {};
  let [entries, open, left] = [0, 0, maxBytes];
  let isRefused = false;
  const collect = (file: UnzipFile) => {
    entries += 1;
    if (entries > maxEntries) isRefused = true;
    if (isRefused || !neededEntry.test(file.name)) return;
    const chunks: Uint8Array[] = [];
    open += 1;
    file.ondata = (error, chunk, isLast) => {
      left -= chunk?.length ?? 0;
      if (error || left < 0) isRefused = true;
      if (isRefused) return;
      chunks.push(chunk);
      if (!isLast) return;
      open -= 1;
      unpacked[file.name] = join(chunks);
    };
    file.start();
  };
  try {
    const unzip = new Unzip(collect);
    unzip.register(UnzipInflate);
    for (let at = 0; at < bytes.length && !isRefused; at += sliceBytes)
      unzip.push(bytes.subarray(at, at + sliceBytes), at + sliceBytes >= bytes.length);
  } catch {
    return null;
  }
  if (isRefused || open > 0 || Object.keys(unpacked).length === 0) return null;
  return zipSync(unpacked, { level: 0 });
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

/** Why a file can't be read: not one of the three kinds, too large, too many rows, or corrupt. */
export type FileRefusal = 'fileType' | 'fileSize' | 'rowCount' | 'unreadable';

/** A file as rows. Workbooks have neither separator nor encoding. */
export interface SalesTable {
  readonly separator: Separator | null;
  readonly encoding: Encoding | null;
  readonly rows: Iterable<TableRow>;
}

const zip = [0x50, 0x4b, 0x03, 0x04];
const compound = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Reads a sales file: separated values, or the first sheet of a workbook. Its first bytes determine the kind, which
 * must match its name. A large workbook takes seconds, so don't call this where it blocks others.
 */
export function readSalesFile(bytes: Uint8Array, name: string, tools: FileTools): Result<SalesTable, FileRefusal> {
  const extension = getFileExtension(name);
  if (extension === null) return err('fileType');
  if (bytes.length > fileLimits.bytes) return err('fileSize');
  const kind = beginsWith(bytes, zip) ? 'xlsx' : beginsWith(bytes, compound) ? 'xls' : 'csv';
  if (kind !== extension) return err('fileType');
  if (kind === 'csv') return readText(bytes, tools);
  const unpacked = kind === 'xlsx' ? unpackZip(bytes, fileLimits.unpackedBytes) : bytes;
  const rows = unpacked === null ? null : readWorkbook(unpacked);
  if (rows === null) return err('unreadable');
  return rows.ok ? ok({ separator: null, encoding: null, rows: rows.value }) : rows;
}

const beginsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

function readText(bytes: Uint8Array, tools: FileTools): Result<SalesTable, FileRefusal> {
  const decoded = decodeText(bytes, tools);
  if (decoded === null) return err('fileType');
  const { text, encoding } = decoded;
  if (hasMoreLines(text, fileLimits.rows + 1)) return err('rowCount');
  const separator = findSeparator(text);
  return ok({ separator, encoding, rows: { [Symbol.iterator]: () => numbered(splitRecords(text, separator)) } });
}

function hasMoreLines(text: string, most: number): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) if (++lines > most) return true;
  return false;
}

function* numbered(records: Iterable<string[]>): Generator<TableRow, void, undefined> {
  let number = 0;
  for (const cells of records) yield { number: ++number, cells };
}

/** Reads the rows of a workbook's first sheet, with every cell as typed. Null if the bytes are not a workbook. */
function readWorkbook(bytes: Uint8Array): Result<Iterable<TableRow>, 'rowCount'> | null {
  const sheet = firstSheet(bytes);
  if (sheet === null) return null;
  const data: SheetRows = sheet['!data'] ?? [];
  if (data.length > fileLimits.rows + 1) return err('rowCount');
  const range = utils.decode_range(sheet['!ref'] ?? 'A1');
  // Pads rows that end with empty cells to the same width.
  const width = Math.min(range.e.c + 1, fileLimits.columns);
  return ok({ [Symbol.iterator]: () => rowsOf(data, width) });
}

type SheetRows = readonly (readonly CellObject[] | undefined)[];

/** Lazy, because a single cell far below would otherwise create a table of millions of empty cells. */
function* rowsOf(data: SheetRows, width: number): Generator<TableRow, void, undefined> {
  for (const [index, row] of data.entries())
    if (row !== undefined)
      yield { number: index + 1, cells: Array.from({ length: width }, (_, column) => cellOf(row[column])) };
}

function firstSheet(bytes: Uint8Array) {
  try {
    const book = read(bytes, {
      type: 'array',
      dense: true,
      sheets: 0,
      sheetRows: fileLimits.rows + 2,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      cellText: false,
      bookVBA: false,
    });
    return book.Sheets[book.SheetNames[0] ?? ''] ?? null;
  } catch {
    return null;
  }
}

/** Formats a spreadsheet date without an offset, which it does not have. */
function cellOf(cell: CellObject | undefined): Cell {
  const value = cell?.v;
  if (cell === undefined || value === undefined || value === null || cell.t === 'z') return '';
  if (cell.t === 'n' && typeof value === 'number')
    return SSF.is_date(cell.z ?? 'General') ? String(SSF.format('yyyy-mm-dd"T"hh:mm:ss', value)) : value;
  return String(value);
}
