import { maxCharactersPerCell, type SpreadsheetCell } from './spreadsheet.ts';

/** Format of one column's cells. */
export interface CellForm {
  /** Column name A, B, …, which precedes the row number in a cell's reference. */
  readonly letters: string;
  /** Style indices: for the column's kind, for text, and for text that looks like a formula. */
  readonly styles: { readonly own: number; readonly text: number; readonly quoted: number };
  readonly isTime: boolean;
}

/** Returns one cell's XML; empty when there is no value. */
export function buildCell({ letters, styles, isTime }: CellForm, row: number, cell: SpreadsheetCell): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberXml(letters, row, styles.own, cell) : '';
  const serial = isTime ? serialOf(cell) : null;
  if (serial !== null) return numberXml(letters, row, styles.own, serial);
  const style = looksLikeFormula(cell) ? styles.quoted : styles.text;
  return `<c r="${letters}${row}" s="${style}" t="inlineStr"><is>${buildText(cell)}</is></c>`;
}

const numberXml = (letters: string, row: number, style: number, value: number) =>
  `<c r="${letters}${row}" s="${style}"><v>${value}</v></c>`;

/**
 * Text cells are never computed. But editing such a cell, or saving the sheet as CSV, could turn it into a formula. So
 * it is marked as quoted, which keeps its value.
 */
const looksLikeFormula = (text: string) => /^[\s\p{Cc}]*[=+\-@]|^[\t\r\n]/u.test(text);

export function buildText(text: string): string {
  const kept = escapeXml(shortened(text));
  return /^\s|\s$|\n|\t| {2}/.test(kept) ? `<t xml:space="preserve">${kept}</t>` : `<t>${kept}</t>`;
}

function shortened(text: string): string {
  if (text.length <= maxCharactersPerCell) return text;
  // Cutting may leave half of a surrogate pair, which is removed with other characters that XML cannot contain.
  return `${text.slice(0, maxCharactersPerCell - 1)}…`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // XML readers convert a carriage return to a line feed unless it is written as Excel does.
  '\r': '_x000D_',
};

/** Escapes any text for XML; drops characters that XML cannot contain. */
export function escapeXml(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replace(unwritable, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"\r]/g, (character) => entities[character] ?? '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const special = /[&<>"_\u0000-\u001f\ufffe\uffff]|\p{Surrogate}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const dayMs = 86_400_000;
const dayZero = Date.UTC(1899, 11, 30);
/** Excel assumes a 29 February 1900, so its earlier day numbers differ. */
const firstSureDay = Date.UTC(1900, 2, 1);

/** Returns a wall time such as `2026-11-16T07:15` as days since Excel's epoch; null when it is none. */
function serialOf(wallTime: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?)?$/.test(wallTime)) return null;
  const at = Date.parse(wallTime.length === 10 ? wallTime : `${wallTime}Z`);
  return at >= firstSureDay ? (at - dayZero) / dayMs : null;
}

/** A for 0, Z for 25, AA for 26. */
export function toColumnName(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? toColumnName(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}
