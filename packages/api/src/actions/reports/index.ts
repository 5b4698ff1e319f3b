export type { CreateReport } from './change-reports.ts';
export { createReportsModule } from './reports-module.ts';
