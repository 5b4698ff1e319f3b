export type { IncompleteDay } from './incomplete-days.ts';
export { ReadingMarks, type ReadingMarksDeps } from './reading-marks.ts';
