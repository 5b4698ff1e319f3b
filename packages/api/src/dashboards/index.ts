export { type DashboardsDependencies, registerDashboards } from './dashboards.ts';
export { declaredDashboardsStore } from './definitions/declared-dashboards.store.ts';
export { hasStaticDashboard } from './definitions/list-dashboards.ts';
export { buildOverviewRequests } from './definitions/page-questions.ts';
export { pinsStore } from './pins/pins.store.ts';
