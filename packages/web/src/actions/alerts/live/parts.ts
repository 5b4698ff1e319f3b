export { AlertMarks } from './alert-marks.tsx';
export { OpenAlertsChip, OpenMark } from './open-alert-links.tsx';
