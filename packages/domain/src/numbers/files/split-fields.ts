/** Fields of a record; `open` when a quoted field does not end within the text; `bad` when one ends too early. */
export type Fields = readonly string[] | 'open' | 'bad';

const quote = '"';

/**
 * Splits one record of delimited text. Quotes count only at the start of a field; inside, a doubled quote is one quote.
 */
export function splitFields(text: string, delimiter: string): Fields {
  if (!text.includes(quote)) return text.split(delimiter);
  const fields: string[] = [];
  for (let start = 0; ; ) {
    if (text[start] !== quote) {
      const end = text.indexOf(delimiter, start);
      if (end === -1) return [...fields, text.slice(start)];
      fields.push(text.slice(start, end));
      start = end + 1;
      continue;
    }
    const close = closingQuote(text, start + 1);
    if (close === -1) return 'open';
    fields.push(text.slice(start + 1, close).replaceAll('""', quote));
    if (close + 1 === text.length) return fields;
    if (text[close + 1] !== delimiter) return 'bad';
    start = close + 2;
  }
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf(quote, from);
  while (at !== -1 && text[at + 1] === quote) at = text.indexOf(quote, at + 2);
  return at;
}

/**
 * Decodes whole lines: as UTF-8, or as Windows-1252 where they are no UTF-8, as older programs save files. A byte order
 * mark is left out.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the encoding that a byte order mark shows: UTF-16 in either order, or null. */
export function detectUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Returns the column separator: the most frequent of comma, semicolon and tab in the header. */
export function detectDelimiter(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
