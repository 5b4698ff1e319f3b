export { derivedReason } from './derived-metrics.ts';
export { type DescriptorName, descriptorText, descriptorValues, isDescriptorName } from './descriptors.ts';
export { checkMeasures, type MeasuringDevice } from './measuring-devices.ts';
export { parseOffsetTime, wallMillis } from './offset-time.ts';
export { type Covered, endOf, overlap, spokenShare } from './overlaps.ts';
export { changesContent, identityText, type Reading, type ReadingContent, type ReadingIdentity } from './reading.ts';
export { quoted, type Rejection, type RejectionCode, rejectionCodes } from './rejection.ts';
export {
  countsFromZero,
  deviceStatusCodes,
  type SendableKind,
  type SendableMetric,
  sendableMetrics,
} from './sendable-metrics.ts';
export { parseTimeText, type TimeText } from './time-text.ts';
export { validateReading } from './validate-reading.ts';
export { type AmbiguousRow, WallOrder } from './wall-order.ts';
