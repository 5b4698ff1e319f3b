export { type DashboardsDependencies, registerDashboards } from './dashboards.ts';
