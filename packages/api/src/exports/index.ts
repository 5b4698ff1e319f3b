export { registerExports } from './asking/exports.graphql.ts';
export { createExports, type NewExports } from './create-exports.ts';
export type { ExportsDependencies } from './exports-dependencies.ts';
export { measureExports } from './making/export-metrics.ts';
export { type ExportRunner, exportRunner } from './making/export-runner.ts';
export { createMayExport } from './may-export.ts';
