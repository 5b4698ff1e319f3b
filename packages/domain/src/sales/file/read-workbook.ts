import { type CellObject, read, SSF, utils } from '@e965/xlsx';
import { err, ok, type Result } from '../../core/index.ts';
import type { Cell, TableRow } from '../rows/receipt-columns.ts';
import { fileLimits } from './file-limits.ts';

/** Reads the rows of a workbook's first sheet, with every cell as typed. Null: no workbook. */
export function readWorkbook(bytes: Uint8Array): Result<Iterable<TableRow>, 'rowCount'> | null {
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
