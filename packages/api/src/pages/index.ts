export { createDashboardsModule } from './dashboards.ts';
export { declaredDashboardsStore } from './definitions/declared-dashboards.store.ts';
export { buildOverviewRequests } from './page-questions.ts';
export { pinsStore } from './pins.store.ts';
