export { embeddedPoolLimits } from './lanes/engine-pools.ts';
export { migrateAnalytics, readAppliedAnalyticsMigrations } from './migrate-analytics.ts';
export { type AnalyticsMigration, analyticsMigrations } from './migrations/index.ts';
export { type AnalyticsOptions, openAnalyticsStore } from './open-analytics-store.ts';
export { statementThreads } from './statement-threads.ts';
