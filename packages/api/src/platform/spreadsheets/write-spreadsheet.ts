import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { buildPackageParts, sheetPath } from './package-parts.ts';
import { createRows, type Rows } from './rows.ts';
import { createSheetNames } from './sheet-names.ts';
import { writeSheet } from './sheet-xml.ts';
import { maxColumns, maxRowsPerSheet, type SpreadsheetSheet } from './spreadsheet.ts';
import { createStyles } from './styles.ts';

/** A higher level saves a tenth of the size and takes twice as long. */
const compressionLevel = 4;
/** Constant, so that equal sheets produce equal files. */
const mtime = new Date(2000, 0, 1);

/**
 * Streams an .xlsx file of these sheets, reading rows only as fast as the bytes are consumed, so that few rows are in
 * memory. A sheet with more rows than Excel allows continues in further sheets with the same header. An error of the
 * rows destroys the stream; destroying the stream ends the rows.
 */
export function writeSpreadsheet(
  sheets: readonly SpreadsheetSheet[],
  { mostRows = maxRowsPerSheet }: { readonly mostRows?: number } = {},
): Readable {
  if (sheets.length === 0) throw new Error('a spreadsheet has a sheet at least');
  if (sheets.some(({ columns }) => columns.length > maxColumns)) throw new Error(`at most ${maxColumns} columns`);
  const zip = new ZipFile();
  const out = new PassThrough();
  pipeline(zip.outputStream, out, () => {});
  const add = adding(zip, out);
  fill(sheets, add, mostRows).then(
    () => zip.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}

type Add = (path: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<void>;

async function fill(sheets: readonly SpreadsheetSheet[], add: Add, mostRows: number): Promise<void> {
  const styles = createStyles();
  const nameOf = createSheetNames();
  const names: string[] = [];
  const parts = async (sheet: SpreadsheetSheet, rows: Rows) => {
    do {
      names.push(nameOf(sheet.name));
      await add(sheetPath(names.length), writeSheet(sheet, rows, styles, mostRows));
    } while (await rows.hasMore());
  };
  for (const sheet of sheets) {
    const rows = createRows(sheet.rows);
    await parts(sheet, rows).finally(() => rows.end());
  }
  for (const [path, xml] of buildPackageParts(names, styles.xml())) await add(path, [Buffer.from(xml)]);
}

/** Adds a part and waits until it is read. Fails when the stream was destroyed. */
const adding =
  (zip: ZipFile, out: PassThrough): Add =>
  (path, chunks) =>
    new Promise((resolve, reject) => {
      const source = Readable.from(chunks);
      const stop = () => source.destroy();
      out.once('close', stop);
      source.once('end', resolve);
      source.once('error', reject);
      source.once('close', () => {
        out.off('close', stop);
        reject(new Error('nobody takes the spreadsheet any more'));
      });
      if (out.destroyed) stop();
      else zip.addReadStream(source, path, { compressionLevel, mtime });
    });
