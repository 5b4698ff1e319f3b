export type { CreateReport } from './change-reports.ts';
export { pendingDeliveriesStore } from './deliveries.store.ts';
export { reportsStore } from './reports.store.ts';
export { createReportsModule } from './reports-module.ts';
