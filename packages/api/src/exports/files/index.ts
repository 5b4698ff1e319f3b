import type { ExportFormat } from '@atrium/domain/exports';
import type { FileWriter } from './file-writer.ts';
import { writeCsv } from './write-csv.ts';
import { writeParquet } from './write-parquet.ts';
import { writeXlsx } from './write-xlsx.ts';

export type { FileContent, FileWriter } from './file-writer.ts';

/** Writer of each format. */
export const fileWriters: Readonly<Record<ExportFormat, FileWriter>> = {
  xlsx: writeXlsx,
  csv: writeCsv,
  parquet: writeParquet,
};
