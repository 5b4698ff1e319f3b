import type { ChartTable } from './plain-table.tsx';

/** Formats a table as RFC 4180 text. Escapes cells that a spreadsheet would run as a formula with an apostrophe. */
export function formatCsv(table: ChartTable): string {
  return [table.columns, ...table.rows].map((row) => row.map(cellOf).join(',')).join('\r\n');
}

function cellOf(text: string): string {
  const safe = harmless(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Signed plain numbers are safe. Anything else that starts like a formula is escaped. */
function harmless(text: string): string {
  return /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** Formats a table for the clipboard, as spreadsheets paste it. */
export function formatTsv(table: ChartTable): string {
  return [table.columns, ...table.rows]
    .map((row) => row.map((cell) => harmless(cell.replaceAll(/[\t\r\n]+/g, ' '))).join('\t'))
    .join('\n');
}

export function downloadText(name: string, text: string): void {
  downloadFile(name, new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
}

export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
