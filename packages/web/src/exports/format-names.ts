import type { ExportFormat } from '@atrium/domain/exports';

/** What formats are called, in every language alike. */
export const formatNames: Readonly<Record<ExportFormat, string>> = { xlsx: 'Excel', csv: 'CSV', parquet: 'Parquet' };
