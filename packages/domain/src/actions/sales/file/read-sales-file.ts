import { err, ok, type Result } from '../../../core/index.ts';
import { detectContainer, readWorkbook } from '../../../numbers/workbooks.ts';
import type { TableRow } from '../receipt-rows.ts';
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

/** Why a file can't be read: not one of the three kinds, too large, too many rows, or corrupt. */
export type FileRefusal = 'fileType' | 'fileSize' | 'rowCount' | 'unreadable';

/** A file as rows. Workbooks have neither separator nor encoding. */
export interface SalesTable {
  readonly separator: Separator | null;
  readonly encoding: Encoding | null;
  readonly rows: Iterable<TableRow>;
}

/**
 * Reads a sales file: separated values, or the first sheet of a workbook. Its first bytes determine the kind, which
 * must match its name. A large workbook takes seconds, so don't call this where it blocks others.
 */
export function readSalesFile(bytes: Uint8Array, name: string, tools: FileTools): Result<SalesTable, FileRefusal> {
  const extension = getFileExtension(name);
  if (extension === null) return err('fileType');
  if (bytes.length > fileLimits.bytes) return err('fileSize');
  const container = detectContainer(bytes);
  const kind = container === null ? 'csv' : container === 'zip' ? 'xlsx' : 'xls';
  if (kind !== extension) return err('fileType');
  if (kind === 'csv') return readText(bytes, tools);
  const rows = readWorkbook(bytes, { ...fileLimits, rows: fileLimits.rows + 1 });
  if (typeof rows === 'string') return err(rows === 'rows' ? 'rowCount' : 'unreadable');
  return ok({ separator: null, encoding: null, rows });
}

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
