import { decodeText, detectDelimiter, detectUtf16, splitFields } from '../delimited-files.ts';
import { detectContainer, isWorkbookZip, readWorkbook, type SheetCell, unpackZip } from '../workbooks.ts';
import { isReadableEntry, startsJson } from './archive.ts';
import { formatCertain, readJsonTable } from './json-table.ts';
import { parseRowTime } from './row-time.ts';
import { isBlankRow } from './table-rows.ts';

export type Records = readonly (readonly string[])[];

/** Records that show what a file contains. */
const maxRecords = 200;
const limits = { unpackedBytes: 160_000_000, rows: 1_048_576, columns: 500 };

/**
 * Reads the first records of a file's first table, blank ones left out. `bytes` is a whole workbook, archive or JSON
 * document, or the beginning of a text; `isCut` says that its last line may be cut. Null if there are none. A large
 * workbook takes seconds, so don't call this where it blocks others.
 */
export function readFirstRecords(bytes: Uint8Array, isCut: boolean, isEntry = false): Records | null {
  const container = detectContainer(bytes);
  if (container === 'xls' || (container === 'zip' && isWorkbookZip(bytes))) {
    const rows = readWorkbook(bytes, limits);
    return typeof rows === 'string' ? null : toRecords(rows, ({ cells }) => cells.map(formatCell));
  }
  if (container === 'zip') return isEntry ? null : readFirstEntry(bytes);
  return startsJson(bytes) ? readJson(bytes) : readText(bytes, isCut);
}

function readFirstEntry(bytes: Uint8Array): Records | null {
  const unpacked = unpackZip(bytes, limits.unpackedBytes, isReadableEntry);
  if (typeof unpacked === 'string') return null;
  const [first = ''] = [...unpacked.keys()].toSorted();
  return readFirstRecords(unpacked.get(first) ?? new Uint8Array(), false, true);
}

const formatCell = (cell: SheetCell): string => (typeof cell === 'number' ? formatCertain(cell) : cell);

function readJson(bytes: Uint8Array): Records | null {
  try {
    const table = readJsonTable(decodeText(bytes));
    if (table === null || table.names.length > limits.columns) return null;
    const records = toRecords(table.rows, (fields) => fields) ?? [];
    return [table.names, ...records].slice(0, maxRecords);
  } catch {
    return null;
  }
}

function readText(bytes: Uint8Array, isCut: boolean): Records | null {
  const utf16 = detectUtf16(bytes);
  // The last line may be cut within a character, which could not be decoded.
  const end = isCut && utf16 === null ? bytes.lastIndexOf(0x0a) + 1 : bytes.length;
  const text = utf16 === null ? decodeText(bytes.subarray(0, end)) : new TextDecoder(utf16).decode(bytes);
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (isCut) lines.pop();
  const filled = lines.filter((line) => line !== '').slice(0, maxRecords);
  const delimiter = detectDelimiter(filled.slice(0, 60));
  return toRecords(filled, (line) => {
    const fields = splitFields(line, delimiter);
    return typeof fields === 'string' ? [] : fields;
  });
}

function toRecords<Row>(rows: Iterable<Row>, toFields: (row: Row) => readonly string[]): Records | null {
  const records: (readonly string[])[] = [];
  for (const row of rows) {
    const fields = toFields(row);
    if (!isBlankRow(fields)) records.push(fields);
    if (records.length >= maxRecords) break;
  }
  return records.length === 0 ? null : records;
}

/**
 * Guesses which record is the header. It has as many fields as most records have, or one fewer if an unnamed row number
 * comes first. It is the first of these that has no time and is followed by one that has, or else the first. Null if no
 * record has two fields with names.
 */
export function guessHeader(records: Records): number | null {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  const isFitting = (fields: readonly string[]) =>
    (fields.length === usual || fields.length === usual - 1) &&
    fields.filter((field) => field.trim() !== '').length > 1;
  const certain = records.findIndex(
    (fields, index) => isFitting(fields) && !hasTime(fields) && hasTime(records[index + 1] ?? []),
  );
  const index = certain >= 0 ? certain : records.findIndex(isFitting);
  return index < 0 ? null : index;
}

const hasTime = (fields: readonly string[]): boolean =>
  fields.some((field) => parseRowTime(field.trim(), null, 'dayFirst') !== null);
