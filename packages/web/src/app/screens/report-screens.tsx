/** One chunk for all report pages, because users move between them. */
export { NewReportPage, ReportPage } from '../../actions/reports/form/report-form-pages.tsx';
export { ReportListPage } from '../../actions/reports/report-list-page.tsx';
