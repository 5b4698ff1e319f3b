export { AckWatermarks } from './ack-watermarks/ack-watermarks.ts';
export { checkForDataLoss, formatDays, reportDataLoss } from './ack-watermarks/check-for-data-loss.ts';
export type { IncompleteDay } from './ack-watermarks/incomplete-days.ts';
export * from './ingest/index.ts';
export { createKnownDescriptors, type KnownDescriptors } from './known-descriptors.ts';
export {
  type MeasurementsDependencies,
  type RegisteredMeasurements,
  registerMeasurements,
} from './measurements.graphql.ts';
export type { Answer } from './planner/answer/answer.ts';
export { createAnswerCache } from './planner/answer-cache.ts';
export {
  type AnswerQueries,
  createAnswerOver,
  createAnswerQueries,
  type MeasurementDeps,
} from './planner/answer-queries.ts';
export type { CoveredDays, SalesReader, SalesRow, SetPointReader, SoldAt } from './planner/evaluate/evaluation.ts';
export { createExplainPlan, type ExplainPlan } from './planner/explain-plan.ts';
export { createBalancePlanner } from './planner/plan/plan-balances.ts';
export { createDescriptorCatalog } from './planner/read/descriptors.ts';
export { createReadCaches } from './planner/read/scanner.ts';
export { createRecentDays, type RecentDays } from './recent-readings/recent-days.ts';
export { measureRecentDays } from './recent-readings/recent-days-metrics.ts';
export type { BalancePlanner } from './rollups/balance-upkeep.ts';
export { markDaysWrittenSince } from './rollups/dirty-days.store.ts';
export { measureRollups } from './rollups/rollup-metrics.ts';
export { createRollups, type Rollups } from './rollups/rollups.ts';
export { createSharedSites, type SharedSites } from './shards/share-sites.ts';
export { createSourceReadings } from './source-readings/source-readings.ts';
