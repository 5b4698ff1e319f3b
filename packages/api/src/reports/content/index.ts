export { type ComposeDependencies, createComposeReport } from './compose-report.ts';
export { firedAlerts } from './fired-alerts.ts';
