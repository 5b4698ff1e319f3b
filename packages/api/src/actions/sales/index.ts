export { listSiteImportFiles, removeSiteImports } from './imports/import-list.store.ts';
export type { ImportOutcome, ImportSales } from './imports/import-sales.ts';
export { type Receipt, type ReceiptsStore, receiptsStore } from './receipts.store.ts';
export { createReceiptsModule, createSalesModule } from './sales-module.ts';
