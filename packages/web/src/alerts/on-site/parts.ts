export { AlertMarks } from './alert-marks.tsx';
export { OpenAlertsChip } from './open-alerts-chip.tsx';
export { OpenMark } from './open-mark.tsx';
