export { explainDerived } from './derived-metrics.ts';
export { type DescriptorName, descriptorValues, isDescriptorName, toDescriptorText } from './descriptors.ts';
export { checkMeasures, type MeasuringDevice } from './measuring-devices.ts';
export { parseOffsetTime, toWallMillis } from './offset-time.ts';
export { type Covered, computeCountedShare, doOverlap, getReadingEnd } from './overlaps.ts';
export { changesContent, type Reading, type ReadingContent, type ReadingIdentity, toIdentityText } from './reading.ts';
export { quoteText, type Rejection, type RejectionCode, rejectionCodes } from './rejection.ts';
export {
  countsFromZero,
  deviceStatusCodes,
  type SendableKind,
  type SendableMetric,
  sendableMetrics,
} from './sendable-metrics.ts';
export { parseTimeText, type TimeText } from './time-text.ts';
export { validateReading } from './validate-reading.ts';
export { type AmbiguousRow, WallTimeResolver } from './wall-order.ts';
