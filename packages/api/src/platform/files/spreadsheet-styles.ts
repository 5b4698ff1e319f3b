import type { SpreadsheetColumn } from './spreadsheet.ts';
import { escapeXml } from './spreadsheet-cells.ts';

/** Styles of a workbook, numbered in the order of their first use. */
export interface Styles {
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

export function createStyles(): Styles {
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
