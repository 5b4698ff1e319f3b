export * from './ingest/index.ts';
export { createKnownDescriptors, type KnownDescriptors } from './known-descriptors.ts';
export { AckWatermarks, checkForDataLoss, formatDays, type IncompleteDay, reportDataLoss } from './marks/index.ts';
export {
  type MeasurementsDependencies,
  type RegisteredMeasurements,
  registerMeasurements,
} from './measurements.graphql.ts';
export { createRecentDays, measureRecentDays, type RecentDays } from './open-days/index.ts';
export type { Answer } from './planner/answer/answer.ts';
export { createAnswerCache } from './planner/answer-cache.ts';
export { createAnswerOver } from './planner/answer-over.ts';
export { type AnswerQueries, createAnswerQueries, type MeasurementDeps } from './planner/answer-queries.ts';
export type { CoveredDays, SalesReader, SalesRow, SoldAt } from './planner/evaluate/counts/sales-reader.ts';
export type { SetPointReader } from './planner/evaluate/presence/set-point-reader.ts';
export { createExplainPlan, type ExplainPlan } from './planner/explain-plan.ts';
export { createReadCaches } from './planner/read/scanners.ts';
export { createDescriptorCatalog } from './planner/read/told/descriptor-catalog.ts';
export { createRollups, markDaysWrittenSince, measureRollups, type Rollups } from './rollups/index.ts';
export { createSharedSites, type SharedSites } from './shards/index.ts';
export { createSourceReadings } from './source-readings/source-readings.ts';
