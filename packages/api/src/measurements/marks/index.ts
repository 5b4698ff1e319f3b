export { AckWatermarks, type AckWatermarksDeps } from './ack-watermarks.ts';
export { checkForDataLoss, formatDays, reportDataLoss } from './check-for-data-loss.ts';
export type { IncompleteDay } from './incomplete-days.ts';
