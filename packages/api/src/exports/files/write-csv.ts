import { dataColumns } from './columns.ts';
import type { FileContent } from './file-writer.ts';

/** Rows that are joined before they are handed on. */
const rowsAtOnce = 500;

/**
 * RFC 4180 in UTF-8, one head and then rows: nothing a program would have to skip. It begins with the mark by which
 * spreadsheets tell UTF-8; without it they read names wrong.
 */
export async function* writeCsv({ source, words, parts }: FileContent): AsyncGenerator<Uint8Array> {
  const columns = dataColumns(source, words);
  yield Buffer.from(`\ufeff${lineOf(columns.map(({ title }) => title))}`);
  for await (const { rows } of parts)
    for (let begin = 0; begin < rows.length; begin += rowsAtOnce) {
      const some = rows.slice(begin, begin + rowsAtOnce);
      yield Buffer.from(some.map((row) => lineOf(columns.map(({ cell }) => cell(row)))).join(''));
    }
}

const lineOf = (cells: readonly (string | number | null)[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** A text that a spreadsheet would run as a formula is kept from it by an apostrophe, which shows. */
function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
