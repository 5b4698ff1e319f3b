import { buildCell, buildText, type CellForm, toColumnName } from './cell-xml.ts';
import type { Rows } from './rows.ts';
import type { SpreadsheetColumn, SpreadsheetSheet } from './spreadsheet.ts';
import type { Styles } from './styles.ts';

/** Large enough to be worth a write, and small enough not to block the event loop. */
const chunkLength = 32_768;

/** Writes a sheet as XML, with at most `mostRows` rows including the header. */
export async function* writeSheet(
  { columns, direction }: Pick<SpreadsheetSheet, 'columns' | 'direction'>,
  rows: Rows,
  styles: Styles,
  mostRows: number,
): AsyncGenerator<Buffer> {
  const forms = columns.map((column, at) => formOf(column, at, styles));
  let text = beginning(columns, direction) + headXml(columns, styles);
  for (let number = 2; number <= mostRows; number += 1) {
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
