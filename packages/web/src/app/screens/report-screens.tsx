/** One chunk for all report pages, because users move between them. */
export { NewReportPage, ReportPage } from '../../reports/form/report-form-pages.tsx';
export { ReportListPage } from '../../reports/report-list-page.tsx';
