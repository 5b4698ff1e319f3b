export { OpenAlerts, OpenMark, useAlertMarks } from './on-site.tsx';
