import { fileLimits } from './file-limits.ts';

export const separators = [',', ';', '\t', '|'] as const;

export type Separator = (typeof separators)[number];

/** Lines that decide which separator a text has. */
const judgedRecords = 20;
const columnsWanted = 6;

/** The separator that cuts most of the first records into the columns of a sales file; where none does, the commonest. */
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
 * The records of separated values (RFC 4180, any line ends), one after the other so that no two copies of a large file
 * are held. A line end within quotes belongs to its cell, and an empty line is a record of one empty cell: so positions
 * are the rows a spreadsheet shows. Cells beyond the columns a file may have are left out.
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

/** A cell in quotes, in which two are one; an open end takes what is left. */
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
