import { err, ok, type Result } from '../../core/index.ts';
import type { TableRow } from '../rows/receipt-columns.ts';
import { decodeText, type Encoding } from './decode-text.ts';
import { fileLimits, getFileExtension } from './file-limits.ts';
import type { FileTools } from './file-tools.ts';
import { readWorkbook } from './read-workbook.ts';
import { findSeparator, type Separator, splitRecords } from './split-records.ts';
import { unpackZip } from './unpack-zip.ts';

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
