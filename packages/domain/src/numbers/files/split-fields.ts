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

/** Returns the column separator: the most frequent of comma, semicolon and tab in the header. */
export function detectDelimiter(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
