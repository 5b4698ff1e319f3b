export { type DashboardsDependencies, registerDashboards } from './dashboards.ts';
export { hasStaticDashboard } from './definitions/list-dashboards.ts';
export { buildOverviewRequests } from './definitions/page-questions.ts';
