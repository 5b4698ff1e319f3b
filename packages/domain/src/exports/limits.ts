import type { ExportFormat } from './export-request.ts';

/** Rows of one export: a year of minutes of nine places, or three years of quarters of fifty. */
export const mostExportRows = 5_000_000;

/** Bytes that are attached to a mail; what is larger is fetched by its link. */
export const largestAttachment = 7_000_000;

/** How long a finished file is kept, and its link good, days. */
export const exportKeptDays = 7;

/** Bytes of a row and of each of its numbers, as measured on exports of the demo. */
const sizes: Readonly<Record<ExportFormat, { readonly file: number; readonly row: number; readonly number: number }>> =
  {
    xlsx: { file: 4500, row: 17, number: 4 },
    csv: { file: 100, row: 58, number: 5 },
    parquet: { file: 3500, row: 2.5, number: 2.5 },
  };

/** About how large a file will be, bytes. */
export function estimateBytes(format: ExportFormat, rows: number, numbers: number): number {
  const { file, row, number } = sizes[format];
  return Math.round(file + rows * (row + numbers * number));
}
