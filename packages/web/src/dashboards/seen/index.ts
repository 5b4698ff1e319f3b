export { ExportOf, SeenOnSite } from './export-of.tsx';
export { buildSiteExport, buildWidgetExport } from './seen.ts';
export { findExportType } from './seen-metrics.ts';
