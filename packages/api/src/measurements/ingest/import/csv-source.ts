import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Info, type Parser, parse } from 'csv-parse';

/** One record of a file, with the line on which it ends. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

export interface CsvSource {
  /** Records one after the other, the header among them. Throws when the file is damaged. */
  readonly records: AsyncIterable<CsvRecord>;
  /** What stands between columns; a comma may then not be a decimal comma. */
  readonly delimiter: string;
}

/** Bytes of a file that the header must fit in. */
const headBytes = 65_536;
/** Characters of one record; an unclosed quote must not take the rest of the file into memory. */
const longestRecord = 1_000_000;

/**
 * Reads delimited text as a stream, gzip or plain, separated by comma, semicolon or tab, whichever the header holds
 * most of. Records that can't be read (quotes in odd places) go to `bad` and don't stop the others.
 */
export async function openCsv(file: Readable, bad: (line: number, reason: string) => void): Promise<CsvSource> {
  const raw = await peek(file, 2);
  const isGzip = raw.head[0] === 0x1f && raw.head[1] === 0x8b;
  const text = await peek(isGzip ? piped(raw.stream, createGunzip()) : raw.stream, headBytes);
  const delimiter = delimiterOf(text.head);
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestRecord,
  });
  parser.on('skip', (error) => bad((error as { lines?: number } | undefined)?.lines ?? 0, 'the line can not be read'));
  return { records: recordsOf(piped(text.stream, parser)), delimiter };
}

async function* recordsOf(parser: Parser): AsyncIterable<CsvRecord> {
  for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
    yield { line: info.lines, fields: record };
  }
}

/** Joins two streams; a failure of either ends the second with it, so its reader learns of it. */
function piped<Target extends NodeJS.ReadWriteStream>(from: Readable, into: Target): Target {
  pipeline(from, into).catch(() => {});
  return into;
}

/** The first bytes of a stream (up to the first line's end at most) and a stream that still begins with them. */
async function peek(stream: Readable | NodeJS.ReadableStream, bytes: number) {
  const iterator = (stream as Readable)[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < bytes) {
    const { value, done } = await iterator.next();
    if (done) break;
    chunks.push(Buffer.from(value));
    length += value.length;
    if (Buffer.from(value).includes('\n')) break;
  }
  async function* whole() {
    yield* chunks;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { head: Buffer.concat(chunks), stream: Readable.from(whole(), { objectMode: false }) };
}

function delimiterOf(head: Buffer): string {
  const [header = ''] = head.toString('utf8').split('\n', 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
