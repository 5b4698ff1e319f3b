/** Limits of a sales file. */
export const fileLimits = {
  bytes: 10 * 1024 * 1024,
  /** Size of an unpacked spreadsheet. */
  unpackedBytes: 160 * 1024 * 1024,
  rows: 400_000,
  columns: 50,
} as const;

export const fileExtensions = ['csv', 'xlsx', 'xls'] as const;

export type FileExtension = (typeof fileExtensions)[number];

/** Returns the extension of a file name, ignoring case. Null if sales files do not have it. */
export function getFileExtension(name: string): FileExtension | null {
  const end = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return fileExtensions.find((extension) => extension === end) ?? null;
}

export const separators = [',', ';', '\t', '|'] as const;

export type Separator = (typeof separators)[number];

/** Number of lines from which the separator is detected. */
const judgedRecords = 20;
const columnsWanted = 6;

/**
 * Finds the separator that splits most of the first records into the columns of a sales file, or else the most frequent
 * one.
 */
export function findSeparator(text: string): Separator {
  const judged = separators.map((separator) => {
    let [fitting, cells, read] = [0, 0, 0];
    for (const record of splitRecords(text, separator)) {
      if (read++ >= judgedRecords) break;
      fitting += record.length >= columnsWanted ? 1 : 0;
      cells += record.length;
    }
    return { separator, fitting, cells };
  });
  const exact = judged.toSorted((a, b) => b.fitting - a.fitting || b.cells - a.cells);
  return exact[0]?.separator ?? ',';
}

/**
 * Yields the records of separated values (RFC 4180, any line ends). Lazy, so that a large file is in memory only once.
 * A line end within quotes belongs to its cell. An empty line is a record with one empty cell, so that positions match
 * the rows of a spreadsheet. Drops cells beyond the maximum number of columns.
 */
export function* splitRecords(text: string, separator: Separator): Generator<string[], void, undefined> {
  const plain = new RegExp(`[^${separator === '|' ? '\\|' : separator}\\r\\n]*`, 'y');
  let at = 0;
  while (at < text.length) {
    const cells: string[] = [];
    for (;;) {
      let cell = '';
      if (text[at] === '"') {
        const quoted = readQuoted(text, at);
        cell = quoted.cell;
        at = quoted.end;
      }
      plain.lastIndex = at;
      const rest = plain.exec(text)?.[0] ?? '';
      at += rest.length;
      if (cells.length < fileLimits.columns) cells.push(cell + rest);
      if (text[at] !== separator) break;
      at += 1;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    yield cells;
  }
}

/**
 * Reads a quoted cell, in which a doubled quote is one quote. Without a closing quote, the cell takes the rest of the
 * text.
 */
function readQuoted(text: string, begin: number): { readonly cell: string; readonly end: number } {
  const parts: string[] = [];
  for (let from = begin + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0)
      return { cell: parts.join('"') + (parts.length > 0 ? '"' : '') + text.slice(from), end: text.length };
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') return { cell: parts.join('"'), end: quote + 1 };
    from = quote + 2;
  }
}
