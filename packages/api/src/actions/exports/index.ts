export { type CreateExports, createExports } from './create-exports.ts';
export { registerExports } from './exports.graphql.ts';
export type { ExportsDependencies } from './exports-dependencies.ts';
export { createCanExport } from './exports-dependencies.ts';
export { listSiteExportFiles, removeSiteExports } from './jobs.store.ts';
export { createExportRunner, type ExportRunner, registerExportMetrics } from './making/export-runner.ts';
