export { HourField } from './hour-field.tsx';
export { formatClockTime, formatCoverage, formatHour, formatSendDay, formatWhen } from './schedule-text.ts';
