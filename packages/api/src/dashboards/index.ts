export { type DashboardsDependencies, registerDashboards } from './dashboards.ts';
export { hasStaticDashboard } from './definitions/list-dashboards.ts';
export { overviewRequests } from './definitions/page-questions.ts';
