import type { ExportFormat } from '@atrium/domain/actions/exports';
import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { writeSpreadsheet } from '../../../platform/files/write-spreadsheet.ts';
import type { Words } from '../words.ts';
import {
  addRowFacts,
  buildAboutRows,
  buildAboutSheet,
  buildCoverageSheet,
  createRowFacts,
  type FileFacts,
} from './about.ts';
import { buildDataColumns, formatOffset, roundValue } from './columns.ts';
import type { ExportPart, ExportRow, ExportSource } from './export-rows.ts';

/** Rows per row group: few enough that compression does not block the event loop noticeably. */
const rowsPerGroup = 5000;

/**
 * Writes Parquet for programs: timestamps, places by id and name, metrics by id with units in the file's metadata.
 * Missing values are null.
 */
async function* writeParquet(content: FileContent): AsyncGenerator<Uint8Array> {
  const { source, words, about, parts } = content;
  const learnt = createRowFacts();
  const bytes = new ByteWriter();
  const take = () => {
    const chunk = bytes.getBytes().slice();
    bytes.index = 0;
    return chunk;
  };
  const kvMetadata = source.metrics.map(({ id, unit }) => ({ key: `unit.${id}`, value: unit }));
  const schema = schemaFromColumnData({ columnData: columnsOf(source, []) });
  const writer = new ParquetWriter({ writer: bytes, schema, kvMetadata, createdBy: 'Atrium' });
  let waiting: ExportRow[] = [];
  const write = () => {
    void writer.write({ columnData: columnsOf(source, waiting).map(({ type: _, ...column }) => column) });
    waiting = [];
    return take();
  };
  for await (const part of parts) {
    addRowFacts(learnt, part);
    for (const row of part.rows) {
      waiting.push(row);
      if (waiting.length === rowsPerGroup) yield write();
    }
  }
  if (waiting.length > 0) yield write();
  for (const [name, text] of buildAboutRows(source, words, about, learnt)) kvMetadata.push({ key: name, value: text });
  void writer.finish();
  yield take();
}

function columnsOf({ request, metrics }: ExportSource, rows: readonly ExportRow[]): ColumnSource[] {
  const place = request.target;
  return [
    { name: 'time', type: 'TIMESTAMP', nullable: false, data: rows.map(({ at }) => new Date(at)) },
    { name: 'localTime', type: 'STRING', nullable: false, data: rows.map(({ label }) => label.slice(0, 19)) },
    { name: 'offset', type: 'STRING', nullable: false, data: rows.map(({ label }) => formatOffset(label)) },
    { name: `${place}Id`, type: 'INT32', nullable: false, data: rows.map((row) => row.place.id) },
    { name: place, type: 'STRING', nullable: false, data: rows.map((row) => row.place.name) },
    ...metrics.map(
      (metric, at): ColumnSource => ({
        name: metric.id,
        type: 'DOUBLE',
        nullable: true,
        data: rows.map(({ values }) => roundValue(values[at] ?? null, metric)),
      }),
    ),
    { name: 'state', type: 'STRING', nullable: false, data: rows.map(({ state }) => state) },
  ];
}

/** Rows joined per chunk. */
const rowsPerChunk = 500;

/**
 * Writes RFC 4180 in UTF-8: one header, then rows, nothing to skip. It starts with a byte order mark, without which
 * spreadsheets misread names.
 */
async function* writeCsv({ source, words, parts }: FileContent): AsyncGenerator<Uint8Array> {
  const columns = buildDataColumns(source, words);
  yield Buffer.from(`\ufeff${lineOf(columns.map(({ title }) => title))}`);
  for await (const { rows } of parts)
    for (let begin = 0; begin < rows.length; begin += rowsPerChunk) {
      const some = rows.slice(begin, begin + rowsPerChunk);
      yield Buffer.from(some.map((row) => lineOf(columns.map(({ cell }) => cell(row)))).join(''));
    }
}

const lineOf = (cells: readonly (string | number | null)[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** Prefixes a text that a spreadsheet would run as a formula with an apostrophe, which is visible. */
function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writer of each format. */
export const fileWriters: Readonly<Record<ExportFormat, FileWriter>> = {
  xlsx: writeXlsx,
  csv: writeCsv,
  parquet: writeParquet,
};

/** Writes three sheets: the data, the coverage of sensors, and the request. */
function writeXlsx({ source, words, about, direction, parts }: FileContent): AsyncIterable<Uint8Array> {
  const columns = buildDataColumns(source, words);
  const learnt = createRowFacts();
  async function* rows() {
    for await (const part of parts) {
      addRowFacts(learnt, part);
      for (const row of part.rows) yield columns.map(({ cell }) => cell(row));
    }
  }
  const sheets = [
    { name: words(`exports.dataType.${source.request.dataType}`), columns, rows: rows() },
    buildCoverageSheet(source, words),
    buildAboutSheet(source, words, about, learnt),
  ];
  return writeSpreadsheet(sheets.map((sheet) => ({ ...sheet, direction })));
}

interface FileContent {
  readonly source: ExportSource;
  readonly words: Words;
  readonly about: FileFacts;
  readonly direction: 'ltr' | 'rtl';
  /** Parts of the source, in order. Throws if reading fails. */
  readonly parts: AsyncIterable<ExportPart>;
}

/** Writes the bytes of a file with backpressure. */
type FileWriter = (content: FileContent) => AsyncIterable<Uint8Array>;
