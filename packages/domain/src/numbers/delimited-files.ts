import { type RejectionCode, rejectionCodes } from './readings/index.ts';

/** Fields of a record; `open` when a quoted field does not end within the text; `bad` when one ends too early. */
type Fields = readonly string[] | 'open' | 'bad';

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

const delimiters = [',', ';', '\t', '|'] as const;

/**
 * Returns the column separator of a file's first lines: the one that splits most of them into the same number of
 * columns, and of those the one that gives the most columns.
 */
export function detectDelimiter(lines: readonly string[]): string {
  const judged = delimiters.map((delimiter) => {
    const widths = new Map<number, number>();
    for (const line of lines) {
      const fields = splitFields(line, delimiter);
      const length = typeof fields === 'string' ? 0 : fields.length;
      if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
    }
    const [columns, agreeing] = [...widths].reduce((best, one) => (one[1] > best[1] ? one : best), [1, 0]);
    return { delimiter, columns, agreeing };
  });
  return judged.reduce((best, one) =>
    one.agreeing > best.agreeing || (one.agreeing === best.agreeing && one.columns > best.columns) ? one : best,
  ).delimiter;
}

/** Faults of a line in a file of readings, besides those of the reading itself. */
const ofLines = {
  LINE_TOO_LONG: 'The line is too long.',
  NO_COLUMNS: 'This file of the archive has not the columns that are looked for.',
  QUOTES: 'The quotes of the line do not match.',
  COLUMNS: 'The line has another number of columns than the header.',
  NO_DEVICE: 'The line names no device.',
  NO_TIME: 'The time cannot be read.',
  TIME_SKIPPED: 'Clocks went forward: this time does not exist there.',
  DATE_UNCLEAR: 'The day or the month may come first.',
  DATE_ALONE: 'The line has a date alone, and other lines of the file have a time of day.',
  TIME_UNCLEAR: 'Clocks went back: this time comes twice, and the order of the lines does not tell which it is.',
  NO_NUMBER: 'The value is no number.',
  NUMBER_UNCLEAR: 'The value could be two numbers: thousands or three decimals.',
} as const;

/** Machine-readable reasons for skipping a line, including those of readings. */
export const fileFaultCodes = { ...ofLines, ...rejectionCodes } as const;

export type FileFaultCode = keyof typeof ofLines | RejectionCode;

/** Reason why a line, or one of its readings, was skipped: a code for programs, a message for the command line. */
export interface FileFault {
  readonly code: FileFaultCode;
  /** Offending text; null when there is none to show. */
  readonly value: string | null;
  readonly message: string;
  /** Name of the file within an archive; absent for a file by itself. */
  readonly entry?: string;
}

export type DecimalMark = '.' | ',';

/** Could be thousands or three decimals; no thousands group begins with 0. */
const ambiguous = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;
const plain = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const oneMark = /^[+-]?(?:\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+|\d*)([.,])\d*(?:[eE][+-]?\d+)?$/;
const pointGroups = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const commaGroups = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;

/** Returns the decimal mark that a number proves; null when it has none or is ambiguous. */
export function detectDecimalMark(text: string): DecimalMark | null {
  if (ambiguous.test(text) || !/\d/.test(text)) return null;
  if (pointGroups.test(text)) return ',';
  if (commaGroups.test(text)) return '.';
  return (oneMark.exec(text)?.[1] as DecimalMark | undefined) ?? null;
}

const spaced = /^[+-]?\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d*)?$/;
const noValue = /^(?:-+|–|—|n\/?a|n\.a\.|nan|null|none|unknown|unavailable|#n\/a)$/i;

/** Whether a field states that there is no value, as programs write it for gaps. */
export const isNoValue = (text: string): boolean => noValue.test(text);

/** Number format of a file. */
export interface NumberStyle {
  /** Decimal marks that its numbers prove. */
  readonly shown: ReadonlySet<DecimalMark>;
  /** Whether a comma may be a decimal mark, i.e. is not the column separator. */
  readonly takesComma: boolean;
}

/**
 * Parses a number of a file; null when it is not a number. `unclear`: it could be thousands or three decimals
 * (`1.050`), and the other numbers of the file do not show which.
 */
export function parseDecimal(text: string, { shown, takesComma }: NumberStyle): number | 'unclear' | null {
  const mark = ambiguous.exec(text)?.[1] as DecimalMark | undefined;
  if (mark === ',' && !takesComma) return null;
  if (mark !== undefined) {
    const other = mark === '.' ? ',' : '.';
    const isClear = !shown.has(other) && (shown.has(mark) || !takesComma);
    if (!isClear) return 'unclear';
  }
  const digits = removeGroups(text.replace(/^[−–]/, '-'), takesComma);
  const written = takesComma ? digits.replace(',', '.') : digits;
  return plain.test(written) ? Number(written) : null;
}

/** Removes what stands between thousands, where the number itself shows it. */
function removeGroups(text: string, takesComma: boolean): string {
  if (commaGroups.test(text)) return text.replaceAll(',', '');
  if (takesComma && pointGroups.test(text)) return text.replaceAll('.', '');
  return spaced.test(text) ? text.replace(/[ \u00a0\u2009\u202f'’]/g, '') : text;
}
