import type { ExportFormat } from '@atrium/domain/exports';

/** Names of formats; the same in every language. */
export const formatNames: Readonly<Record<ExportFormat, string>> = { xlsx: 'Excel', csv: 'CSV', parquet: 'Parquet' };
