export { type CreateExports, createExportsModule } from './exports-module.ts';
export { listSiteExportFiles, removeSiteExports } from './jobs.store.ts';
