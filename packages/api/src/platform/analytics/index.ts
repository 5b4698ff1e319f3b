export { embeddedLanes } from './lanes/engine-lanes.ts';
export { appliedAnalyticsMigrations, migrateAnalytics } from './migrate-analytics.ts';
export { type AnalyticsMigration, analyticsMigrations } from './migrations/index.ts';
export { type AnalyticsOptions, openAnalyticsStore } from './open-analytics-store.ts';
export { statementThreads } from './statement-threads.ts';
