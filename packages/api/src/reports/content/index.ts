export { type ComposeDependencies, createComposeReport } from './compose-report.ts';
export { createAlertReader } from './fired-alerts.ts';
