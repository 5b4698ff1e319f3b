export { type ComposeDependencies, createAlertReader, createComposeReport } from './compose-report.ts';
