export type { IncompleteDay } from './incomplete-days.ts';
export { ReadingMarks, type ReadingMarksDeps } from './reading-marks.ts';
export { daysInWords, reportMissing, watchForLoss } from './watch-for-loss.ts';
