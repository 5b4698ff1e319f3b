export { DashboardListPage } from './dashboard-list-page.tsx';
