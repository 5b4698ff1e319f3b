export { ReportListPage } from './report-list-page.tsx';
