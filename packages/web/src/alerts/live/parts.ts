export { AlertMarks } from './alert-marks.tsx';
export { OpenAlertsChip } from './open-alert-links.tsx';
export { OpenMark } from './open-mark.tsx';
