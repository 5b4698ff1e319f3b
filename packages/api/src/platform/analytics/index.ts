export { migrateAnalytics } from './migrate-analytics.ts';
export type { AnalyticsMigration } from './migrations/index.ts';
export { type AnalyticsOptions, openAnalyticsStore } from './open-analytics-store.ts';
