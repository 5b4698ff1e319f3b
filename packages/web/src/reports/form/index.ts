export { NewReportPage, ReportPage } from './report-form-pages.tsx';
