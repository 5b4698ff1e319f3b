import {
  decodeText,
  detectDelimiter,
  detectUtf16,
  type FileFault,
  splitFields,
} from '@atrium/domain/numbers/delimited-files';
import type { ImportBudget } from './import-limits.ts';

/** Record of a file with the number of its first line. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

export interface CsvSource {
  /** Records in order, including the header and lines before it. Throws when the file is damaged. */
  readonly records: AsyncIterable<CsvRecord>;
  /** Column separator. If it is a comma, commas cannot be decimal marks. */
  readonly delimiter: string;
}

type Bad = (line: number, fault: FileFault) => void;

export interface CsvOptions {
  readonly bad: Bad;
  /** Limits of the text. Exceeding them ends the records with `LimitExceeded`. */
  readonly budget: ImportBudget;
}

const tooLong: FileFault = { code: 'LINE_TOO_LONG', value: null, message: 'the line is too long' };
const quotes: FileFault = { code: 'QUOTES', value: null, message: 'the quotes of the line do not match' };

/** Maximum bytes per line. */
const maxLineLength = 1_000_000;
/** Lines from which the separator is found. */
const judgedLines = 60;
/** Maximum lines of a quoted field. A stray quote must not swallow the rest of the file. */
const maxFieldLines = 20;

/**
 * Reads delimited text as a stream, in UTF-8, UTF-16 or Windows-1252. The separator is found in the first
 * lines. An unreadable line goes to `bad` and affects no other line. General parsers give up the rest of a file
 * after a stray quote.
 */
export async function openCsv(file: AsyncIterable<Buffer>, { bad, budget }: CsvOptions): Promise<CsvSource> {
  const lines = numberedLines(file, { bad, budget });
  const ahead: Line[] = [];
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    ahead.push(next.value);
    if (ahead.length >= judgedLines) break;
  }
  const texts = ahead.map(({ text }) => text);
  const delimiter = detectDelimiter(texts);
  budget.checkColumns(Math.max(0, ...texts.map((text) => text.split(delimiter).length)));
  return { records: parseRecords(ahead, lines, delimiter, bad), delimiter };
}

interface Line {
  readonly number: number;
  readonly text: string;
}

async function* numberedLines(
  stream: AsyncIterable<Buffer>,
  { bad, budget }: CsvOptions,
): AsyncGenerator<Line, undefined> {
  let number = 0;
  let open: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  for await (const bytes of toUtf8(stream)) {
    budget.take('textBytes', bytes.length);
    const { user, system } = process.threadCpuUsage();
    budget.checkTime((user + system) / 1000);
    // Whole lines only, so that each is decoded as what it is.
    const end = bytes.lastIndexOf(newline) + 1;
    const parts = end === 0 ? [] : decodeText(Buffer.concat([open, bytes.subarray(0, end)])).split('\n');
    parts.pop();
    open = end === 0 ? Buffer.concat([open, bytes]) : Buffer.from(bytes.subarray(end));
    budget.take('lines', parts.length);
    for (const text of parts) {
      number += 1;
      if (isTooLong) bad(number, tooLong);
      else yield { number, text: text.endsWith('\r') ? text.slice(0, -1) : text };
      isTooLong = false;
    }
    if (open.length <= maxLineLength) continue;
    isTooLong = true;
    open = Buffer.alloc(0);
  }
  if (isTooLong) bad(number + 1, tooLong);
  else if (open.length > 0) yield { number: number + 1, text: decodeText(open) };
}

const newline = 0x0a;

/** Converts a stream of UTF-16 to UTF-8; passes any other on. */
async function* toUtf8(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null | undefined;
  for await (const bytes of stream) {
    if (decoder === undefined) {
      const encoding = detectUtf16(bytes);
      decoder = encoding === null ? null : new TextDecoder(encoding);
    }
    yield decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
}

async function* parseRecords(
  first: readonly Line[],
  lines: AsyncGenerator<Line, undefined>,
  delimiter: string,
  bad: Bad,
): AsyncGenerator<CsvRecord> {
  // Lines read ahead: the first ones, and those for the end of a quoted field that turned out not to belong to it.
  const again: Line[] = [...first];
  const nextLine = async () => again.shift() ?? (await lines.next()).value;
  for (let line = await nextLine(); line !== undefined; line = await nextLine()) {
    if (line.text === '') continue;
    let fields = splitFields(line.text, delimiter);
    const taken: Line[] = [];
    while (fields === 'open' && taken.length < maxFieldLines) {
      const more = await nextLine();
      if (more === undefined) break;
      taken.push(more);
      fields = splitFields([line, ...taken].map(({ text }) => text).join('\n'), delimiter);
    }
    if (typeof fields !== 'string') yield { line: line.number, fields };
    else {
      bad(line.number, quotes);
      again.unshift(...taken);
    }
  }
}
