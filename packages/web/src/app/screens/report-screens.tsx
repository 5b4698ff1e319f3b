/** The pages of reports, fetched together: who opens one of them opens the next. */
export { NewReportPage, ReportPage } from '../../reports/form/index.ts';
export { ReportListPage } from '../../reports/list/index.ts';
