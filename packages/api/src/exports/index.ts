export { registerExports } from './asking/exports.graphql.ts';
export { createCanExport } from './can-export.ts';
export { type CreateExports, createExports } from './create-exports.ts';
export type { ExportsDependencies } from './exports-dependencies.ts';
export { listSiteExportFiles, removeSiteExports } from './jobs.store.ts';
export { registerExportMetrics } from './making/export-metrics.ts';
export { createExportRunner, type ExportRunner } from './making/export-runner.ts';
