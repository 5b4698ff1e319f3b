export { derivedReason } from './derived-metrics.ts';
export { type DescriptorName, descriptorText, descriptorValues, isDescriptorName } from './descriptors.ts';
export { checkMeasures, type MeasuringDevice } from './measuring-devices.ts';
export { parseOffsetTime, wallMillis } from './offset-time.ts';
export { identityText, type Reading, type ReadingContent, type ReadingIdentity, sameContent } from './reading.ts';
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
