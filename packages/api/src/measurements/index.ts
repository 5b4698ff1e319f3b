export * from './ingest/index.ts';
export { createKnownDescriptors, type KnownDescriptors } from './known-descriptors.ts';
export { daysInWords, type IncompleteDay, ReadingMarks, reportMissing, watchForLoss } from './marks/index.ts';
export {
  type MeasurementsDependencies,
  type RegisteredMeasurements,
  registerMeasurements,
} from './measurements.graphql.ts';
export { keepOpenDays, measureOpenDays, type OpenDays } from './open-days/index.ts';
export type { Answer } from './planner/answer/answer.ts';
export { createAnswerOver } from './planner/answer-over.ts';
export { type AnswerQueries, createAnswerQueries, type MeasurementDeps } from './planner/answer-queries.ts';
export type { CoveredDays, SalesReader, SalesRow, SoldAt } from './planner/evaluate/counts/sales-reader.ts';
export type { SetPointReader } from './planner/evaluate/presence/set-point-reader.ts';
export { createExplainPlan, type ExplainPlan } from './planner/explain-plan.ts';
export { keepAnswers } from './planner/kept-answers.ts';
export { rememberReads } from './planner/read/scanners.ts';
export { keepToldDescriptors } from './planner/read/told/told-descriptors.ts';
export { createRollups, markDaysWrittenSince, measureRollups, type Rollups } from './rollups/index.ts';
export { type SharedSites, shareSites } from './shards/index.ts';
export { createSourceReadings } from './source-readings/source-readings.ts';
