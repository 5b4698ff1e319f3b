export {
  addAmountPart,
  amountPart,
  isAmount,
  removeAmountPart,
} from './counter-kind.ts';
export { explainDerived } from './derived-metrics.ts';
export { type DescriptorName, descriptorValues, isDescriptorName, toDescriptorText } from './descriptors.ts';
export {
  type Covered,
  changesContent,
  computeCountedShare,
  doOverlap,
  getReadingEnd,
  type Reading,
  type ReadingContent,
  type ReadingIdentity,
  toIdentityText,
} from './reading.ts';
export {
  type AmountProblem,
  type CorrectableReading,
  type CorrectionKind,
  canCorrect,
  correctionKinds,
  correctReading,
  doConflict,
  endOfCorrections,
  exchangedMetrics,
  findAmountProblem,
  findPeriodProblem,
  listCorrectedSpans,
  maxCorrectedAheadMs,
  maxCorrectedMs,
  type PeriodProblem,
  type ReadingChange,
} from './reading-corrections.ts';
export {
  type DateOrder,
  dateOrders,
  detectDateOrder,
  parseOffsetTime,
  parseTimeText,
  type TimeText,
  toWallMillis,
} from './reading-time.ts';
export { quoteText, type Rejection, type RejectionCode, rejectionCodes } from './rejection.ts';
export {
  checkMeasures,
  countsFromZero,
  deviceStatusCodes,
  type MeasuringDevice,
  type SendableKind,
  type SendableMetric,
  sendableMetrics,
} from './sendable-metrics.ts';
export { validateReading } from './validate-reading.ts';
export { type AmbiguousRow, WallTimeResolver } from './wall-order.ts';
