export { HourField } from './hour-field.tsx';
export { clockText, coveredText, hourText, sendDayText, whenText } from './schedule-words.ts';
