export type { CreateReport } from './change-reports.ts';
export { pendingDeliveriesStore } from './deliveries.store.ts';
export { createReportsModule } from './reports-module.ts';
