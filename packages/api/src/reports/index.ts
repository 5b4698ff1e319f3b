export { createReports } from './create-reports.ts';
export type { NewReport } from './definitions/change-reports.ts';
export { type ReportsDependencies, registerReports } from './reports.graphql.ts';
export { measureReports } from './sending/report-metrics.ts';
export type { ReportSender } from './sending/report-sender.ts';
