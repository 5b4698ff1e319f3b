export * from './ingest/index.ts';
export { createKnownDescriptors, type KnownDescriptors } from './known-descriptors.ts';
export { AckWatermarks } from './marks/ack-watermarks.ts';
export { checkForDataLoss, formatDays, reportDataLoss } from './marks/check-for-data-loss.ts';
export type { IncompleteDay } from './marks/incomplete-days.ts';
export {
  type MeasurementsDependencies,
  type RegisteredMeasurements,
  registerMeasurements,
} from './measurements.graphql.ts';
export { createRecentDays, type RecentDays } from './open-days/recent-days.ts';
export { measureRecentDays } from './open-days/recent-days-metrics.ts';
export type { Answer } from './planner/answer/answer.ts';
export { createAnswerCache } from './planner/answer-cache.ts';
export { createAnswerOver } from './planner/answer-over.ts';
export { type AnswerQueries, createAnswerQueries, type MeasurementDeps } from './planner/answer-queries.ts';
export type { CoveredDays, SalesReader, SalesRow, SoldAt } from './planner/evaluate/counts/sales-reader.ts';
export type { SetPointReader } from './planner/evaluate/presence/set-point-reader.ts';
export { createExplainPlan, type ExplainPlan } from './planner/explain-plan.ts';
export { createBalancePlanner } from './planner/plan/plan-balances.ts';
export { createReadCaches } from './planner/read/scanners.ts';
export { createDescriptorCatalog } from './planner/read/told/descriptor-catalog.ts';
export type { BalancePlanner } from './rollups/balance-upkeep.ts';
export { markDaysWrittenSince } from './rollups/mark-days-written-since.ts';
export { measureRollups } from './rollups/rollup-metrics.ts';
export { createRollups, type Rollups } from './rollups/rollups.ts';
export { createSharedSites, type SharedSites } from './shards/share-sites.ts';
export { createSourceReadings } from './source-readings/source-readings.ts';
