import type { ExportFormat } from './export-request.ts';

/** Maximum rows of one export: a year of minutes for nine places, or three years of quarters for fifty. */
export const maxExportRows = 5_000_000;

/** Maximum bytes of a mail attachment. Larger files are only linked. */
export const maxAttachmentBytes = 7_000_000;

/** Days after which a finished file and its link expire. */
export const exportRetentionDays = 7;

/** Bytes per row and per number, measured on exports of the demo. */
const sizes: Readonly<Record<ExportFormat, { readonly file: number; readonly row: number; readonly number: number }>> =
  {
    xlsx: { file: 4500, row: 17, number: 4 },
    csv: { file: 100, row: 58, number: 5 },
    parquet: { file: 3500, row: 2.5, number: 2.5 },
  };

/** Estimates the size of a file in bytes. */
export function estimateBytes(format: ExportFormat, rows: number, numbers: number): number {
  const { file, row, number } = sizes[format];
  return Math.round(file + rows * (row + numbers * number));
}
