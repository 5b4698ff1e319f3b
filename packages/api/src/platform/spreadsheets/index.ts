export type { SpreadsheetCell, SpreadsheetColumn, SpreadsheetSheet } from './spreadsheet.ts';
export { writeSpreadsheet } from './write-spreadsheet.ts';
