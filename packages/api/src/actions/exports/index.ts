export { type CreateExports, createExportsModule } from './exports-module.ts';
export { listSiteExportFiles, removeSiteExports, runningJobsStore } from './jobs.store.ts';
export { printExport } from './print-export.ts';
