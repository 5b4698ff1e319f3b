export { type TimeMark, TimeMarks } from './time-marks.tsx';
