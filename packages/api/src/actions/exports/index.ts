export { type CreateExports, createExportsModule } from './exports-module.ts';
export type { ExportJob } from './job.ts';
export { jobsStore, listSiteExportFiles, removeSiteExports, runningJobsStore } from './jobs.store.ts';
export { printExport } from './print-export.ts';
