/** Content of a file before it is packed. */
export type ShapeContent =
  | { readonly kind: 'text'; readonly text: string; readonly as?: 'utf8' | 'utf16le' | 'utf16be' | 'latin1' | 'gzip' }
  | {
      readonly kind: 'sheet';
      readonly rows: readonly (readonly (string | number | Date)[])[];
      readonly as: 'xlsx' | 'xls';
    }
  | { readonly kind: 'zip'; readonly files: Readonly<Record<string, string>> };

/** One way of writing the series as a file, and the options to read it. */
export interface FileShape {
  readonly name: string;
  readonly content: ShapeContent;
  /** Options of the import command that differ from those of a file with the columns `time` and `kWh`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Why the file, or its lines, are refused. Absent: it is read back equal. */
  readonly refused?: RegExp;
}

export type Cells = readonly (string | number)[];

export const shape = (
  name: string,
  content: string | ShapeContent,
  options: FileShape['options'] = {},
  refused?: RegExp,
): FileShape => ({
  name,
  content: typeof content === 'string' ? { kind: 'text', text: content } : content,
  options,
  ...(refused === undefined ? {} : { refused }),
});

/** Joins records with a separator; the decimal mark of numbers is `mark`. */
export const write = (records: readonly Cells[], separator = ',', mark = '.'): string =>
  records.map((cells) => `${cells.map((cell) => formatCell(cell, mark)).join(separator)}\n`).join('');

const formatCell = (cell: string | number, mark: string): string =>
  typeof cell === 'number' ? String(cell).replace('.', mark) : cell;
