export { createSales } from './create-sales.ts';
export { listSiteImportFiles, removeSiteImports } from './imports/import-list.store.ts';
export type { ImportOutcome, ImportSales } from './imports/import-sales.ts';
export { registerReceiptRoutes } from './receipts.routes.ts';
export { type Receipt, type ReceiptsStore, receiptsStore } from './receipts.store.ts';
export { registerSalesOnHub, type SalesDependencies } from './sales.graphql.ts';
export { createReceiptIntake, type ReceiptIntake } from './take-receipts.ts';
