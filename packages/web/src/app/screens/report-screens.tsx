/** One chunk for all report pages, because users move between them. */
export { NewReportPage, ReportPage } from '../../reports/form/index.ts';
export { ReportListPage } from '../../reports/list/index.ts';
