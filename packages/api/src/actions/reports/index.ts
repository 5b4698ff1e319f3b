export type { CreateReport } from './change-reports.ts';
export { createReports } from './create-reports.ts';
export type { ReportSender } from './report-sender.ts';
export { registerReportMetrics } from './report-sender.ts';
export { type ReportsDependencies, registerReports } from './reports.graphql.ts';
