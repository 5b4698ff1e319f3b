import { buildDataColumns } from './columns.ts';
import type { FileContent } from './file-writer.ts';

/** Rows joined per chunk. */
const rowsPerChunk = 500;

/**
 * Writes RFC 4180 in UTF-8: one header, then rows, nothing to skip. It starts with a byte order mark, without which
 * spreadsheets misread names.
 */
export async function* writeCsv({ source, words, parts }: FileContent): AsyncGenerator<Uint8Array> {
  const columns = buildDataColumns(source, words);
  yield Buffer.from(`\ufeff${lineOf(columns.map(({ title }) => title))}`);
  for await (const { rows } of parts)
    for (let begin = 0; begin < rows.length; begin += rowsPerChunk) {
      const some = rows.slice(begin, begin + rowsPerChunk);
      yield Buffer.from(some.map((row) => lineOf(columns.map(({ cell }) => cell(row)))).join(''));
    }
}

const lineOf = (cells: readonly (string | number | null)[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** Prefixes a text that a spreadsheet would run as a formula with an apostrophe, which is visible. */
function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
