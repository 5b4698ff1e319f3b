import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ExportRow } from '../rows/export-row.ts';
import type { ExportSource } from '../rows/export-rows.ts';
import { addRowFacts, buildAboutRows, createRowFacts } from './about.ts';
import { formatOffset, roundValue } from './columns.ts';
import type { FileContent } from './file-writer.ts';

/** Rows per row group: few enough that compression does not block the event loop noticeably. */
const rowsPerGroup = 5000;

/**
 * Writes Parquet for programs: timestamps, places by id and name, metrics by id with units in the file's metadata.
 * Missing values are null.
 */
export async function* writeParquet(content: FileContent): AsyncGenerator<Uint8Array> {
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
