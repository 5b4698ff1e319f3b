import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  maxColumns,
  maxRowsPerSheet,
  type SpreadsheetCell,
  type SpreadsheetColumn,
  type SpreadsheetSheet,
} from './spreadsheet.ts';
import { buildCell, buildText, type CellForm, escapeXml, toColumnName } from './spreadsheet-cells.ts';

/** Large enough to be worth a write, and small enough not to block the event loop. */
const chunkLength = 32_768;

/** Writes a sheet as XML, with at most `maxRows` rows including the header. */
async function* writeSheet(
  { columns, direction }: Pick<SpreadsheetSheet, 'columns' | 'direction'>,
  rows: Rows,
  styles: Styles,
  maxRows: number,
): AsyncGenerator<Buffer> {
  const forms = columns.map((column, at) => formOf(column, at, styles));
  let text = beginning(columns, direction) + headXml(columns, styles);
  for (let number = 2; number <= maxRows; number += 1) {
    const row = await rows.next();
    if (row === null) break;
    text += `<row r="${number}">`;
    for (const [at, form] of forms.entries()) text += buildCell(form, number, row[at] ?? null);
    text += '</row>';
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`);
}

const formOf = (column: SpreadsheetColumn, at: number, styles: Styles): CellForm => ({
  letters: toColumnName(at),
  styles: { own: styles.of(column), text: styles.text, quoted: styles.quoted },
  isTime: column.kind === 'date' || column.kind === 'date-time',
});

function beginning(columns: readonly SpreadsheetColumn[], direction: 'ltr' | 'rtl' = 'ltr'): string {
  const mirrored = direction === 'rtl' ? ' rightToLeft="1"' : '';
  const widths = columns.map(
    (column, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(column)}" customWidth="1"/>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<sheetViews><sheetView${mirrored} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    (widths.length > 0 ? `<cols>${widths.join('')}</cols>` : '') +
    '<sheetData>'
  );
}

const defaultWidths: Readonly<Record<SpreadsheetColumn['kind'], number>> = {
  text: 14,
  number: 10,
  percent: 8,
  date: 11,
  'date-time': 17,
};

const widthOf = ({ title, kind, width }: SpreadsheetColumn) =>
  Math.min(255, width ?? Math.max(defaultWidths[kind], Math.min(title.length + 2, 40)));

function headXml(columns: readonly SpreadsheetColumn[], styles: Styles): string {
  const cells = columns.map(({ title, kind }, at) => {
    const style = kind === 'number' || kind === 'percent' ? styles.numberHead : styles.head;
    return title === ''
      ? ''
      : `<c r="${toColumnName(at)}1" s="${style}" t="inlineStr"><is>${buildText(title)}</is></c>`;
  });
  return `<row r="1">${cells.join('')}</row>`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Path of a sheet in the package, counted from 1. */
const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/** Builds all parts of the package except its sheets, whose names are given in order. */
function buildPackageParts(sheetNames: readonly string[], stylesXml: string): ReadonlyMap<string, string> {
  const each = (form: (number: number, name: string) => string) =>
    sheetNames.map((name, at) => form(at + 1, name)).join('');
  const stylesId = sheetNames.length + 1;
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/>` +
      each((number) => `<Override PartName="/${sheetPath(number)}" ContentType="${content}.worksheet+xml"/>`) +
      '</Types>',
    '_rels/.rels': relationshipsXml(relationshipXml(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml':
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationships}"><sheets>` +
      each((number, name) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`) +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationshipsXml(
      each((number) => relationshipXml(number, 'worksheet', sheetPath(number).slice('xl/'.length))) +
        relationshipXml(stylesId, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': stylesXml,
  };
  return new Map(Object.entries(parts).map(([path, xml]) => [path, declaration + xml]));
}

const relationshipsXml = (inner: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;

const relationshipXml = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relationships}/${type}" Target="${target}"/>`;

/** Creates a function that returns unique sheet names valid in Excel. */
function createSheetNames(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const base = acceptable(wanted);
    for (let number = 1; ; number += 1) {
      const ending = number === 1 ? '' : ` (${number})`;
      const name = cut(base, longest - ending.length) + ending;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  };
}

const longest = 31;

/** Removes what Excel refuses; "History" is a reserved name. */
function acceptable(wanted: string): string {
  const name = wanted
    .replace(/[[\]:*?/\\\p{Cc}\p{Surrogate}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[' ]+|[' ]+$/g, '');
  return name === '' || name.toLowerCase() === 'history' ? `${name} –`.trim() : name;
}

/** Avoids half surrogate pairs, and an apostrophe or blank at the end. */
const cut = (name: string, length: number) =>
  name
    .slice(0, length)
    .replace(/\p{Surrogate}$/u, '')
    .replace(/[' ]+$/, '');

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
  { maxRows = maxRowsPerSheet }: { readonly maxRows?: number } = {},
): Readable {
  if (sheets.length === 0) throw new Error('a spreadsheet has a sheet at least');
  if (sheets.some(({ columns }) => columns.length > maxColumns)) throw new Error(`at most ${maxColumns} columns`);
  const zip = new ZipFile();
  const out = new PassThrough();
  pipeline(zip.outputStream, out, () => {});
  const add = adding(zip, out);
  fill(sheets, add, maxRows).then(
    () => zip.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}

type Add = (path: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<void>;

async function fill(sheets: readonly SpreadsheetSheet[], add: Add, maxRows: number): Promise<void> {
  const styles = createStyles();
  const nameOf = createSheetNames();
  const names: string[] = [];
  const parts = async (sheet: SpreadsheetSheet, rows: Rows) => {
    do {
      names.push(nameOf(sheet.name));
      await add(sheetPath(names.length), writeSheet(sheet, rows, styles, maxRows));
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

/** Rows read in order, by as many sheets as needed. */
interface Rows {
  /** Returns the next row; null at the end. */
  next(): Promise<readonly SpreadsheetCell[] | null>;
  /** Whether there is another row; does not consume it. */
  hasMore(): Promise<boolean>;
  /** Tells the source that no more rows are needed. */
  end(): Promise<void>;
}

function createRows(rows: SpreadsheetSheet['rows']): Rows {
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let ahead: readonly SpreadsheetCell[] | null = null;
  const take = async () => {
    const { done, value } = await source.next();
    return done === true ? null : value;
  };
  return {
    async next() {
      const row = ahead;
      ahead = null;
      return row ?? take();
    },
    async hasMore() {
      ahead ??= await take();
      return ahead !== null;
    },
    async end() {
      await source.return?.();
    },
  };
}

/** Styles of a workbook, numbered in the order of their first use. */
interface Styles {
  /** Returns the style of a column's values. */
  of(column: SpreadsheetColumn): number;
  readonly text: number;
  readonly quoted: number;
  /** Style of headers above texts and dates, and above numbers. */
  readonly head: number;
  readonly numberHead: number;
  /** Returns the package part with all styles. */
  xml(): string;
}

/** Excel reserves format ids up to 163. */
const firstFormat = 164;

function createStyles(): Styles {
  const formats: string[] = [];
  const fixed = [
    '<xf xfId="0"/>',
    '<xf quotePrefix="1" xfId="0"/>',
    '<xf fontId="1" applyFont="1" xfId="0"/>',
    '<xf fontId="1" applyFont="1" applyAlignment="1" xfId="0"><alignment horizontal="right"/></xf>',
  ];
  return {
    text: 0,
    quoted: 1,
    head: 2,
    numberHead: 3,
    of(column) {
      const format = formatOf(column);
      if (format === null) return 0;
      if (!formats.includes(format)) formats.push(format);
      return fixed.length + formats.indexOf(format);
    },
    xml() {
      const own = formats.map((code, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${escapeXml(code)}"/>`);
      const uses = formats.map((_, at) => `<xf numFmtId="${firstFormat + at}" applyNumberFormat="1" xfId="0"/>`);
      const cells = [...fixed, ...uses];
      return (
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
        (own.length > 0 ? `<numFmts count="${own.length}">${own.join('')}</numFmts>` : '') +
        `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
        '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
        `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`
      );
    },
  };
}

const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

function formatOf({ kind, decimals }: SpreadsheetColumn): string | null {
  const places = decimals === undefined || decimals === 0 ? '' : `.${'0'.repeat(Math.min(decimals, 10))}`;
  if (kind === 'date') return 'yyyy-mm-dd';
  if (kind === 'date-time') return 'yyyy-mm-dd hh:mm';
  if (kind === 'percent') return `0${places}%`;
  return kind === 'number' && decimals !== undefined ? `#,##0${places}` : null;
}
