export { createReports } from './create-reports.ts';
export type { CreateReport } from './definitions/change-reports.ts';
export { type ReportsDependencies, registerReports } from './reports.graphql.ts';
export { registerReportMetrics } from './sending/report-metrics.ts';
export type { ReportSender } from './sending/report-sender.ts';
