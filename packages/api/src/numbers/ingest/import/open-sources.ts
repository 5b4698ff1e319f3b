import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { decodeText, type FileFault } from '@atrium/domain/numbers/delimited-files';
import {
  formatCertain,
  isReadableEntry,
  type JsonTable,
  readJsonTable,
  startsJson,
} from '@atrium/domain/numbers/import';
import {
  detectContainer,
  isWorkbookZip,
  readWorkbook,
  type SheetCell,
  type SheetRow,
  unpackZip,
} from '@atrium/domain/numbers/workbooks';
import { type CsvRecord, openCsv } from './csv-source.ts';
import { type ImportBudget, LimitExceeded } from './import-limits.ts';

/** One table of a file. */
export interface RecordSource {
  /** Name of the file within an archive; null for the file itself. */
  readonly entry: string | null;
  /** Records in order, including the header and lines before it. Throws when the file is damaged. */
  readonly records: AsyncIterable<CsvRecord>;
  /** Whether a comma may be a decimal mark, because it does not separate columns. */
  readonly takesComma: boolean;
}

export interface SourceOptions {
  /** Receives lines that cannot be split into fields. */
  readonly bad: (entry: string | null, line: number, fault: FileFault) => void;
  /** Limits of the text. Exceeding them ends the records with `LimitExceeded`. */
  readonly budget: ImportBudget;
}

/** Content that is read as a whole, because its end must be known to read its beginning. */
type Held =
  | { readonly kind: 'text'; readonly entry: string | null; readonly bytes: Uint8Array }
  | { readonly kind: 'sheet'; readonly entry: string | null; readonly rows: Iterable<SheetRow> }
  | { readonly kind: 'json'; readonly entry: string | null; readonly table: JsonTable };

/**
 * Opens a file of readings, as often as needed: delimited text, JSON, a workbook, or a zip of such files; each may be
 * compressed as gzip. What it is shows its beginning, whatever its name.
 */
export class SourceFile {
  readonly #open: () => Readable;
  #held: readonly Held[] | null = null;

  constructor(open: () => Readable) {
    this.#open = open;
  }

  /** Opens the file's tables. Throws when it is damaged or exceeds a limit. */
  async open(options: SourceOptions): Promise<readonly RecordSource[]> {
    if (this.#held === null) {
      const { head, chunks } = await peek(this.#open());
      const plain = head[0] === 0x1f && head[1] === 0x8b ? await peek(gunzip(chunks)) : { head, chunks };
      const isJson = startsJson(plain.head);
      if (detectContainer(plain.head) === null && !isJson) return [await openText(null, plain.chunks, options)];
      const bytes = await gather(plain.chunks, options.budget);
      this.#held = [...hold(bytes, null, options.budget)];
    }
    return Promise.all(this.#held.map((one) => openHeld(one, options)));
  }
}

async function openText(
  entry: string | null,
  chunks: AsyncIterable<Buffer>,
  { bad, budget }: SourceOptions,
): Promise<RecordSource> {
  const { records, delimiter } = await openCsv(chunks, { bad: (line, fault) => bad(entry, line, fault), budget });
  return { entry, records, takesComma: delimiter !== ',' };
}

async function openHeld(held: Held, options: SourceOptions): Promise<RecordSource> {
  const { entry } = held;
  if (held.kind === 'text') return openText(entry, Readable.from([Buffer.from(held.bytes)]), options);
  const records = held.kind === 'sheet' ? readRows(held.rows, options.budget) : readObjects(held.table, options.budget);
  return { entry, records, takesComma: true };
}

async function* readRows(rows: Iterable<SheetRow>, budget: ImportBudget): AsyncGenerator<CsvRecord> {
  for (const { number, cells } of rows) {
    budget.take('lines', 1);
    yield { line: number, fields: cells.map(formatCell) };
  }
}

const formatCell = (cell: SheetCell): string => (typeof cell === 'number' ? formatCertain(cell) : cell);

/** The line of an object is its place in the list, from 1. */
async function* readObjects({ names, rows }: JsonTable, budget: ImportBudget): AsyncGenerator<CsvRecord> {
  yield { line: 0, fields: names };
  let line = 0;
  for (const fields of rows) {
    budget.take('lines', 1);
    line += 1;
    yield { line, fields };
  }
}

/** Yields the tables of content that is in memory. A zip within a zip is left out. */
function* hold(bytes: Uint8Array, entry: string | null, budget: ImportBudget): Generator<Held> {
  const container = detectContainer(bytes);
  if (container === 'xls' || (container === 'zip' && isWorkbookZip(bytes))) {
    const rows = readWorkbook(bytes, budget.workbook);
    if (rows === 'rows') throw budget.tooManyLines();
    if (rows === 'broken') throw new Error('the workbook cannot be read, is locked or is too large');
    yield { kind: 'sheet', entry, rows };
  } else if (container === 'zip') {
    if (entry !== null) return;
    const unpacked = unpackZip(bytes, budget.workbook.unpackedBytes, isReadableEntry);
    if (unpacked === 'large') throw new LimitExceeded('The archive is too large once it is unpacked. Split it');
    if (unpacked === 'broken') throw new Error('the archive is damaged, locked or has no file of readings');
    for (const name of [...unpacked.keys()].toSorted()) yield* hold(unpacked.get(name) as Uint8Array, name, budget);
  } else if (startsJson(bytes)) {
    const table = readJsonTable(decodeText(bytes));
    if (table === null) throw new Error('its JSON has no list of objects');
    budget.checkColumns(table.names.length);
    yield { kind: 'json', entry, table };
  } else yield { kind: 'text', entry, bytes };
}

async function gather(chunks: AsyncIterable<Buffer>, budget: ImportBudget): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    budget.checkHeld(length);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** Reads the first bytes of a stream without losing them. */
async function peek(file: Readable): Promise<{ readonly head: Buffer; readonly chunks: Readable }> {
  const iterator = file[Symbol.asyncIterator]();
  const first = await iterator.next();
  const head: Buffer = first.done ? Buffer.alloc(0) : Buffer.from(first.value);
  return { head, chunks: Readable.from(fromFirst(head, iterator), { objectMode: false }) };
}

async function* fromFirst(head: Buffer, rest: AsyncIterable<unknown> & AsyncIterator<unknown>) {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield Buffer.from(next.value as Buffer);
}

/** Pipes errors of either stream to the second, so that its reader sees them. */
function gunzip(from: Readable): Readable {
  const to = createGunzip({ chunkSize: 65_536 });
  pipeline(from, to).catch(() => {});
  return to;
}
